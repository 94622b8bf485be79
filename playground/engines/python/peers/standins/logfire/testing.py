class CaptureLogfire:
    pass


class TestExporter:
    pass
