class HKDF:
    def __init__(self,**k): pass
    def derive(self,s): return bytes(32)