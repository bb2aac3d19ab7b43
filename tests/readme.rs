//! Every example of the README, run as it stands there.

#[test]
fn the_examples_of_the_readme_are_true() {
    trycmd::TestCases::new().case("README.md");
}
