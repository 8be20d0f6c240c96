"""Set-up that all tests share: how many examples hypothesis tries, and the promise that nothing is skipped in CI.

`RULEBOOKS_LONG=1`     many more examples, as `make test-long` asks for;
`RULEBOOKS_NO_SKIP=1`  a skipped test fails, with the reason it would have been skipped for.
"""

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

NO_SKIP = os.environ.get("RULEBOOKS_NO_SKIP") == "1"
LONG = os.environ.get("RULEBOOKS_LONG") == "1"

# Both profiles try the same examples on every run and every machine: a red test stays red until it is mended.
_SHARED: dict[str, Any] = {
    "derandomize": True,
    "database": None,
    "deadline": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("default", max_examples=50, **_SHARED)
settings.register_profile("long", max_examples=1000, **_SHARED)
settings.load_profile("long" if LONG else "default")


def _reason(longrepr: object) -> str:
    """The words a skip was given."""
    if isinstance(longrepr, tuple):
        return str(longrepr[-1])
    return str(longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where nothing may be skipped; an expected failure is no skip."""
    report = yield
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"RULEBOOKS_NO_SKIP: {item.nodeid} would have been skipped. {_reason(report.longrepr)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole file that would be skipped while it is collected."""
    report = yield
    if NO_SKIP and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"RULEBOOKS_NO_SKIP: {collector.nodeid} would have been skipped. {_reason(report.longrepr)}"
    return report
