"""For Schemathesis: the server refuses these names in every request, which a schema of OpenAPI 3.0 can't say."""

import schemathesis

RESERVED = "__proto__"


def is_free(value):
    if isinstance(value, dict):
        return RESERVED not in value and all(map(is_free, value.values()))
    if isinstance(value, list):
        return all(map(is_free, value))
    return True


@schemathesis.hook
def filter_body(context, body):
    return is_free(body)


@schemathesis.hook
def filter_query(context, query):
    return is_free(query)
