//! What passed, what failed and what was not run, over all parts.

use std::fmt;
use std::ops::AddAssign;

use anyhow::Result;

/// How many checks ended which way.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

impl Counts {
    /// Reads the line with which a Rust test binary ends: `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    /// Ignored tests count as skipped; filtered ones were not asked for and count as nothing.
    pub fn from_test_result(line: &str) -> Option<Self> {
        let (_, fields) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
        let mut counts = Self::default();
        for field in fields.split(';') {
            let Some((number, name)) = field.trim().split_once(' ') else { continue };
            let Ok(number) = number.parse() else { continue };
            match name {
                "passed" => counts.passed = number,
                "failed" => counts.failed = number,
                "ignored" => counts.skipped = number,
                _ => {}
            }
        }
        Some(counts)
    }
}

/// The account of a whole run. Each entry is printed as it is made; failures and skips are kept for the end.
#[derive(Default)]
pub struct Ledger {
    pub counts: Counts,
    pub failures: Vec<String>,
    pub skips: Vec<String>,
}

impl Ledger {
    pub fn pass(&mut self, what: &str) {
        println!("ok       {what}");
        self.counts.passed += 1;
    }

    pub fn fail(&mut self, what: &str, why: &str) {
        println!("FAILED   {what}: {why}");
        self.counts.failed += 1;
        self.failures.push(format!("{what}: {}", why.lines().next().unwrap_or_default()));
    }

    pub fn skip(&mut self, what: &str, why: &str) {
        println!("SKIPPED  {what}: {why}");
        self.counts.skipped += 1;
        self.skips.push(format!("{what}: {why}"));
    }

    /// Enters one check by its outcome and says whether it passed.
    pub fn check(&mut self, what: &str, outcome: Result<()>) -> bool {
        match outcome {
            Ok(()) => self.pass(what),
            Err(ref error) => self.fail(what, &format!("{error:#}")),
        }
        outcome.is_ok()
    }

    /// Enters the tests of one run of cargo. A run that ended badly without a failed test (it did not compile, or a test
    /// binary crashed) is itself one failure.
    pub fn tests(&mut self, what: &str, counts: Counts, ended_well: bool) {
        self.counts += counts;
        if counts.failed > 0 {
            self.failures.push(format!("{what}: {} tests failed", counts.failed));
        } else if !ended_well {
            self.fail(what, "it did not compile, or a test binary crashed");
        } else if counts.passed == 0 {
            self.fail(what, "no test ran");
        }
        if counts.skipped > 0 {
            self.skips.push(format!("{what}: {} tests are marked #[ignore]", counts.skipped));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_result_line_gives_passed_failed_and_ignored_tests() {
        let line = "test result: FAILED. 12 passed; 3 failed; 2 ignored; 0 measured; 7 filtered out; finished in 0.10s";
        assert_eq!(Counts::from_test_result(line), Some(Counts { passed: 12, failed: 3, skipped: 2 }));
    }

    #[test]
    fn other_lines_are_no_test_result() {
        for line in ["", "test result_is_ok ... ok", "running 3 tests", "the test result: ok. 3 passed"] {
            assert_eq!(Counts::from_test_result(line), None, "{line}");
        }
    }

    #[test]
    fn the_summary_line_has_the_shape_that_machines_read() {
        assert_eq!(Counts { passed: 7, failed: 0, skipped: 1 }.to_string(), "7 passed, 0 failed, 1 skipped");
    }

    #[test]
    fn a_run_that_ended_badly_is_a_failure_even_without_a_failed_test() {
        let mut ledger = Ledger::default();
        ledger.tests("crash", Counts { passed: 4, failed: 0, skipped: 0 }, false);
        assert_eq!(ledger.counts, Counts { passed: 4, failed: 1, skipped: 0 });
    }

    #[test]
    fn failed_tests_are_counted_once() {
        let mut ledger = Ledger::default();
        ledger.tests("two", Counts { passed: 4, failed: 2, skipped: 0 }, false);
        assert_eq!(ledger.counts, Counts { passed: 4, failed: 2, skipped: 0 });
        assert_eq!(ledger.failures.len(), 1);
    }

    #[test]
    fn a_test_run_without_a_test_is_a_failure() {
        let mut ledger = Ledger::default();
        ledger.tests("empty", Counts::default(), true);
        assert_eq!(ledger.counts.failed, 1);
    }
}
