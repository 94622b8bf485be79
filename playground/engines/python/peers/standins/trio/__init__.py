"""Named where a test is made for Trio, which does not run here: without epoll or kqueue it cannot be imported."""
