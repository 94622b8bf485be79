class AESGCM:
    def __init__(self,k): pass