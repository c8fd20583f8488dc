//! `data/`: inputs, answers, and what stands beside them.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::document::Node;
use super::super::error::ImportError;
use super::super::ids::Names;
use super::super::notes::{at, plain};
use super::super::package::Package;
use super::super::plan::{Case, Compare, Plan};
use super::super::programs::{file_name, safe};
use super::metadata::Metadata;
use super::validation::{Rule, default_validator};

/// A folder of cases.
#[derive(Debug)]
pub(super) struct Group {
    /// Its path: `data/secret/group1`.
    pub(super) path: String,
    /// The names of its cases in the course.
    pub(super) cases: Vec<String>,
    /// What is said of it, and in which file.
    pub(super) settings: Option<(String, Rc<Node>)>,
}

/// What files of settings are called in the older and in the newer form.
pub(super) const SETTINGS: [&str; 2] = ["testdata.yaml", "test_group.yaml"];

/// All cases of the package, in the plan; the groups are the value.
pub(super) fn fill(
    package: &Package,
    plan: &mut Plan,
    metadata: &Metadata,
    rule: &Rule,
) -> Result<Vec<Group>, ImportError> {
    let mut names = Names::default();
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for part in ["sample", "secret"] {
        for path in package.below(&format!("data/{part}")) {
            let stem = path.strip_suffix(".ans").filter(|_| !path.contains(".files/"));
            if stem.is_some_and(|stem| !package.has(&format!("{stem}.in"))) {
                plan.notes.lose(plain(path), "there is no input beside it (`.in`)");
            }
        }
        let inputs =
            package.below(&format!("data/{part}")).filter_map(|file| file.strip_suffix(".in"));
        for path in inputs.filter(|path| !path.ends_with('/')) {
            let folder = path.rsplit_once('/').map_or("data", |(folder, _)| folder).to_owned();
            let folder = if folder.contains(".files") { continue } else { folder };
            if !package.has(&format!("{path}.ans")) {
                plan.notes
                    .lose(plain(&format!("{path}.in")), "there is no answer beside it (`.ans`)");
                continue;
            }
            let settings = settings(package, &folder)?;
            let name = path.strip_prefix("data/").unwrap_or(path).replace('/', "-");
            let id = names.give(&name);
            let group = groups.entry(folder.clone()).or_insert_with(|| Group {
                path: folder,
                cases: Vec::new(),
                settings,
            });
            group.cases.push(id.clone());
            let settings = group.settings.clone();
            let case = Reader { package, plan, metadata, rule }.case(path, id, settings)?;
            plan.cases.push(case);
        }
    }
    let count = plan.cases.len();
    plan.notes.carry(
        "data",
        format!("{count} cases; students see samples in full, and of the others the verdict"),
    );
    Ok(groups.into_values().collect())
}

/// The nearest file of settings: that of the folder, or of one above it.
fn settings(package: &Package, folder: &str) -> Result<Option<(String, Rc<Node>)>, ImportError> {
    let mut folder = folder;
    loop {
        for name in SETTINGS {
            let file = format!("{folder}/{name}");
            if package.has(&file) {
                let node = package.yaml(&file)?;
                return Ok(Some((file, node)));
            }
        }
        match folder.rsplit_once('/') {
            Some((above, _)) => folder = above,
            None => return Ok(None),
        }
    }
}

struct Reader<'r> {
    package: &'r Package,
    plan: &'r mut Plan,
    metadata: &'r Metadata,
    rule: &'r Rule,
}

impl Reader<'_> {
    /// The case with input and answer at `path`.
    fn case(
        &mut self,
        path: &str,
        id: String,
        settings: Option<(String, Rc<Node>)>,
    ) -> Result<Case, ImportError> {
        let package = self.package;
        let read = |ending: &str| package.bytes(&format!("{path}{ending}"));
        let mut case = Case::new(id, read(".in")?, read(".ans")?);
        if path.starts_with("data/sample/") {
            case.visibility = Some("full");
        }
        if let Some((file, node)) = settings {
            self.settle(&mut case, &file, &node);
        }
        let own = format!("{path}.yaml");
        if package.has(&own) {
            let node = package.yaml(&own)?;
            self.settle(&mut case, &own, &node);
        }
        for (ending, is_for_students) in [(".desc", false), (".hint", true)] {
            let file = format!("{path}{ending}");
            if package.has(&file) {
                if is_for_students {
                    self.plan.notes.remark(plain(&file), "hints of cases are not shown");
                } else {
                    case.description = described(&package.text(&file)?);
                }
            }
        }
        for file in package.below(&format!("{path}.files")) {
            case.files.insert(safe(file_name(file)), package.bytes(file)?);
        }
        Ok(case)
    }

    /// What a file of settings says of a case.
    fn settle(&mut self, case: &mut Case, file: &str, node: &Node) {
        for (key, value) in node.entries() {
            match key.name.as_str() {
                "args" => case.args = value.words(),
                "output_validator_args" | "output_validator_flags" => {
                    let flags = value.get("flags").unwrap_or(value).words();
                    case.compare = self.judged(&flags, &at(file, key.line));
                }
                "full_feedback" => {
                    let is_full = value.flag() == Some(true);
                    case.visibility = Some(if is_full { "full" } else { "verdict" });
                }
                "description" => case.description = value.text().and_then(described),
                "input_validator_flags" | "input_validator_args" => {
                    value.settle();
                    let text = "input is taken as it is: have the package's own tools validate it";
                    self.plan.notes.remark(at(file, key.line), text);
                }
                // What is left is about groups, or is reported when all is read.
                _ => {}
            }
        }
        if self.plan.visibility == case.visibility {
            case.visibility = None;
        }
    }

    /// How a case with flags of its own is judged.
    fn judged(&mut self, flags: &[String], place: &str) -> Compare {
        match self.rule {
            Rule::Default => {
                let own = default_validator(flags, self.plan, place);
                let usual = Compare { scope: None, ..self.plan.compare.clone() };
                let usual = Compare { numbers: usual.numbers.or(Some((0.0, 0.0))), ..usual };
                if own == usual { Compare::default() } else { own }
            }
            Rule::Program if flags == self.metadata.flags => Compare::default(),
            Rule::Program => Compare { checker_args: flags.to_vec(), ..Compare::default() },
        }
    }
}

/// A description in one line.
fn described(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|it| !it.is_control()).take(300).collect();
    Some(line).filter(|line| !line.is_empty())
}
