class AlreadyFinalized(Exception):
    pass


class InvalidKey(Exception):
    pass


class InvalidTag(Exception):
    pass
