class MockClock:
    def __init__(self, autojump_threshold: float) -> None:
        pass
