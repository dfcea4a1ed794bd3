"""Countersign's management API for backends."""

from .client import Countersign
from .errors import CountersignError, WebhookError
from .events import Event, Followed
from .webhook import Webhook, verify_webhook

__all__ = ["Countersign", "CountersignError", "Event", "Followed", "Webhook", "WebhookError", "verify_webhook"]
