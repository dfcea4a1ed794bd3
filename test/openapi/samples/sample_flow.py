"""What both backends in Python send, and how they tell what came back."""
import json


def badge(name):
    return {
        "id": name,
        "config": {"format": "dc+sd-jwt", "vct": "https://issuer.example.com/badge", "scope": name},
        "claims": {"name": "Erika Mustermann"},
        "disclosureFrame": {"_sd": ["name"]},
        "schema": {"properties": {"name": {"type": "string"}}, "required": ["iss", "vct", "cnf"]},
    }


def offer_of(name, state):
    return {
        "response_type": "uri",
        "credentialConfigurationIds": [name],
        "claims": {name: {"name": "Max Mustermann"}},
        "flow": "pre_authorized_code",
        "tx_code": True,
        "state": state,
    }


def report(stored, offer, request, session, problem):
    print(json.dumps({
        "stored": stored.id,
        "link": offer.uri,
        "txCode": offer.tx_code,
        "qr": request.uri[:21],
        "status": session.status,
        "state": session.state,
        "problem": problem,
    }))
