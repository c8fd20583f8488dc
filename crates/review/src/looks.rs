//! The page of one program: what it shows, and where it leads.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use report::{
    LookCriterion, LookFilter, LookMember, LookProgress, LookSteps, ProgramLook, render_finished,
    render_look,
};

use crate::desk::{DeskError, DeskView};

/// How many earlier reasons and comments a page offers.
const MOST_REASONS: usize = 50;

/// Which programs are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LookQuery {
    pub(crate) shows_all: bool,
    pub(crate) criterion: Option<String>,
    pub(crate) is_alone: bool,
}

/// The pairs of a query, decoded.
pub(crate) fn parse_query(query: &str) -> Vec<(String, String)> {
    let decode = |part: &str| {
        let blanks = part.replace('+', " ");
        percent_decode_str(&blanks).decode_utf8_lossy().into_owned()
    };
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (decode(key), decode(value)))
        .collect()
}

impl LookQuery {
    pub(crate) fn parse(query: &str) -> LookQuery {
        let mut parsed = LookQuery::default();
        for (key, value) in parse_query(query) {
            match key.as_str() {
                "show" => parsed.shows_all = value == "all",
                "criterion" if !value.is_empty() => parsed.criterion = Some(value),
                "alone" => parsed.is_alone = true,
                _ => {}
            }
        }
        parsed
    }

    /// As an address has it; empty if it asks for nothing.
    fn to_suffix(&self) -> String {
        let mut parts = Vec::new();
        if self.shows_all {
            parts.push("show=all".to_owned());
        }
        if let Some(criterion) = &self.criterion {
            parts.push(format!("criterion={}", encode(criterion)));
        }
        if self.is_alone {
            parts.push("alone=1".to_owned());
        }
        match parts.is_empty() {
            true => String::new(),
            false => format!("?{}", parts.join("&")),
        }
    }

    /// The same with those that are alike.
    fn together(&self) -> LookQuery {
        LookQuery {
            is_alone: false,
            ..self.clone()
        }
    }
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

impl DeskView<'_> {
    /// Where the first program is that is asked for, from `review/`; none if there is none.
    pub(crate) fn first_address(&self, query: &LookQuery) -> Option<String> {
        let group = self.next_group(0, query)?;
        Some(self.address(self.member_to_show(group, query), query))
    }

    /// The page that says that nothing is left.
    pub(crate) fn finished_page(&self) -> Result<String, DeskError> {
        let groups = self.desk.queue.groups();
        Ok(render_finished(groups.iter().map(Vec::len).sum())?)
    }

    /// The page of the grade in this place; none if a person judges nothing of it.
    pub(crate) fn look_page(
        &self,
        place: usize,
        query: &LookQuery,
    ) -> Result<Option<String>, DeskError> {
        let Some(group) = self.desk.queue.group_of(place) else {
            return Ok(None);
        };
        let grade = self.grade(place)?;
        let criteria: Vec<String> = self
            .desk
            .manual_ids(place)
            .filter(|id| query.criterion.as_deref().is_none_or(|only| only == *id))
            .map(str::to_owned)
            .collect();
        let shown = grade
            .criteria
            .iter()
            .filter(|one| criteria.contains(&one.id));
        let shown = shown.map(|one| LookCriterion {
            id: one.id.clone(),
            title: one.title.clone(),
            points: one.points.to_string(),
            max_points: one.max_points.to_string(),
            decision: self
                .row(&self.subject(place, &one.id))
                .map(|row| (row.by.clone(), row.reason.clone())),
        });
        let members = &self.desk.queue.groups()[group];
        let members = members.iter().filter(|it| !query.is_alone || **it == place);
        let members = members.map(|member| LookMember {
            student: self.desk.class.grades[*member].student.clone(),
            address: format!("../{}", self.address(*member, query)),
            is_shown: *member == place,
            rows: criteria
                .iter()
                .map(|id| {
                    let digest = self.digest(&self.subject(*member, id));
                    (id.clone(), digest, self.is_open(*member, id))
                })
                .collect(),
        });
        let files = self.desk.class.programs.get(&grade.name());
        let reasons = criteria
            .iter()
            .flat_map(|id| self.reasons(&grade.assignment, id, MOST_REASONS));
        let look = ProgramLook {
            grade: &grade,
            files: files.map(Vec::as_slice).unwrap_or_default(),
            criteria: shown.collect(),
            members: members.collect(),
            progress: self.progress(query),
            filter: LookFilter {
                shows_all: query.shows_all,
                criterion: query.criterion.clone(),
                criteria: self.desk.criteria.clone(),
                is_alone: query.is_alone,
            },
            steps: self.steps(place, group, query),
            by: self.desk.class.by.clone(),
            reasons: reasons.collect(),
            comments: self.list_comments(place),
            bank: self.comment_bank(MOST_REASONS),
        };
        Ok(Some(render_look(&look)?))
    }

    /// The address of a program, from `review/`.
    fn address(&self, place: usize, query: &LookQuery) -> String {
        let grade = &self.desk.class.grades[place];
        let [assignment, student] = [&grade.assignment, &grade.student].map(|name| encode(name));
        format!("{assignment}/{student}{}", query.to_suffix())
    }

    /// The first group from this place on that has what is asked for.
    fn next_group(&self, from: usize, query: &LookQuery) -> Option<usize> {
        (from..self.desk.queue.groups().len()).find(|group| self.fits_query(*group, query))
    }

    fn fits_query(&self, group: usize, query: &LookQuery) -> bool {
        let criterion = query.criterion.as_deref();
        self.desk.queue.groups()[group]
            .iter()
            .any(|place| match query.shows_all {
                true => self.is_manual(*place, criterion),
                false => self.is_to_judge(*place, criterion),
            })
    }

    /// The program by which a group is judged: the first that is not.
    fn member_to_show(&self, group: usize, query: &LookQuery) -> usize {
        let members = &self.desk.queue.groups()[group];
        let criterion = query.criterion.as_deref();
        let open = members
            .iter()
            .find(|place| self.is_to_judge(**place, criterion));
        open.or(members.first()).copied().unwrap_or_default()
    }

    fn steps(&self, place: usize, group: usize, query: &LookQuery) -> LookSteps {
        let step_to =
            |place: usize, query: &LookQuery| format!("../{}", self.address(place, query));
        let together = query.together();
        let to_group = |group: usize| step_to(self.member_to_show(group, &together), &together);
        let criterion = query.criterion.as_deref();
        let members = &self.desk.queue.groups()[group];
        // If one was judged apart, the others of its group come next.
        let left = members.iter().find(|other| {
            query.is_alone && **other != place && self.is_to_judge(**other, criterion)
        });
        let later = self.next_group(group + 1, &together);
        let earlier = (0..group).find(|at| self.fits_query(*at, &together));
        let other_criterion = self.other_criterion(place, query);
        LookSteps {
            previous: group.checked_sub(1).map(to_group),
            next: match left {
                Some(left) => Some(step_to(*left, &together)),
                None => later.or(earlier).map(to_group),
            },
            other_criterion: other_criterion.map(|address| format!("../{address}")),
            apart: (members.len() > 1).then(|| {
                let is_alone = !query.is_alone;
                let other = LookQuery {
                    is_alone,
                    ..query.clone()
                };
                step_to(place, &other)
            }),
        }
    }

    /// The first program of which another criterion is to be judged than the one that is judged here.
    fn other_criterion(&self, place: usize, query: &LookQuery) -> Option<String> {
        let mut ids = self.desk.manual_ids(place);
        let current = match &query.criterion {
            Some(id) => Some(id.as_str()),
            None => ids.find(|id| self.is_open(place, id)),
        };
        let criteria = self.desk.criteria.iter();
        let others = criteria.filter(|(id, _)| Some(id.as_str()) != current);
        let mut found = others.filter_map(|(id, _)| {
            self.first_address(&LookQuery {
                criterion: Some(id.clone()),
                ..query.together()
            })
        });
        found.next()
    }

    fn progress(&self, query: &LookQuery) -> LookProgress {
        let criterion = query.criterion.as_deref();
        let groups = self.desk.queue.groups();
        let programs = groups.iter().flatten();
        let programs = programs.filter(|place| self.is_manual(**place, criterion));
        let all = programs.clone().count();
        let open = programs.filter(|place| self.is_to_judge(**place, criterion));
        let looks = groups.iter().filter(|group| {
            let mut members = group.iter();
            members.any(|place| self.is_to_judge(*place, criterion))
        });
        LookProgress {
            judged: all - open.count(),
            all,
            looks_left: looks.count(),
        }
    }
}
