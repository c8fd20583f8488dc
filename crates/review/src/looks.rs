//! The page of one program: what it shows, and where it leads.

use model::Grade;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use report::{
    LookCriterion, LookFilter, LookMember, LookProgress, LookRequest, LookSteps, LookTrial,
    ProgramLook, render_finished, render_look,
};
use rubric::SubjectKind;

use crate::desk::{DeskError, DeskView};

/// How many earlier reasons and comments a page offers.
const MOST_REASONS: usize = 50;

/// Which programs are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LookShow {
    /// What is to do for whoever judges here.
    #[default]
    Dealt,
    /// What is to do for anybody.
    Open,
    /// What waits for an answer.
    Objections,
    All,
}

impl LookShow {
    /// As an address has it; empty for the usual one.
    const fn name(self) -> &'static str {
        match self {
            LookShow::Dealt => "",
            LookShow::Open => "todo",
            LookShow::Objections => "objections",
            LookShow::All => "all",
        }
    }

    fn parse(name: &str) -> LookShow {
        let others = [LookShow::Open, LookShow::Objections, LookShow::All];
        let named = others.into_iter().find(|one| one.name() == name);
        named.unwrap_or_default()
    }
}

/// Which programs are asked for, and how they are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LookQuery {
    pub(crate) show: LookShow,
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
                "show" => parsed.show = LookShow::parse(&value),
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
        if self.show != LookShow::Dealt {
            parts.push(format!("show={}", self.show.name()));
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
        let dealt = self.deal_and_grader().map(|(_, grader)| grader);
        let programs = groups.iter().map(Vec::len).sum();
        Ok(render_finished(programs, dealt)?)
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
        let criteria: Vec<String> = self.ids_for(place, query).map(str::to_owned).collect();
        // Of a program that all graders judge, none of them sees what others gave.
        let mut ids = criteria.iter();
        let is_second = ids.any(|id| self.second_grader(place, id).is_some());
        let is_blind = self.is_blind(place);
        let is_alone = is_second || is_blind;
        let grade = match is_alone {
            true => self.desk.class.grades[place].clone(),
            false => self.grade(place)?,
        };
        let class = &self.desk.class;
        let files = class.programs.get(&grade.name());
        let reasons = criteria
            .iter()
            .flat_map(|id| self.reasons(&grade.assignment, id, MOST_REASONS));
        let requests = self.list_requests(place).into_iter();
        let look = ProgramLook {
            grade: &grade,
            files: files.map(Vec::as_slice).unwrap_or_default(),
            criteria: self.list_look_criteria(place, &criteria, &grade, is_alone),
            members: self.list_members(place, group, &criteria, query, is_second),
            progress: self.progress(query),
            filter: LookFilter {
                show: query.show.name(),
                is_dealt: self.deal_and_grader().is_some(),
                criterion: query.criterion.clone(),
                criteria: self.desk.criteria.clone(),
                is_alone: query.is_alone,
            },
            trial: self.trial_deal().map(|_| match is_blind {
                true => LookTrial::Part,
                false => LookTrial::Other,
            }),
            steps: self.steps(place, group, query),
            by: class.grader.as_ref().unwrap_or(&class.by).clone(),
            reasons: reasons.collect(),
            comments: self.list_comments(place),
            bank: self.comment_bank(&grade.assignment, MOST_REASONS),
            requests: requests
                .map(|(request, seen)| LookRequest { request, seen })
                .collect(),
            decisions: self.list_decisions(place),
        };
        Ok(Some(render_look(&look)?))
    }

    /// These criteria with what whoever judges here has given; `grade` is what the page shows, and `is_alone` says that nothing of
    /// other graders is in it, and nothing of this one.
    fn list_look_criteria(
        &self,
        place: usize,
        criteria: &[String],
        grade: &Grade,
        is_alone: bool,
    ) -> Vec<LookCriterion> {
        let shown = grade
            .criteria
            .iter()
            .filter(|one| criteria.contains(&one.id));
        let described = shown.map(|one| {
            let row = self.row(&self.subject(place, &one.id));
            let points = row.and_then(|row| row.points).filter(|_| is_alone);
            LookCriterion {
                id: one.id.clone(),
                title: one.title.clone(),
                points: points.unwrap_or(one.points).to_string(),
                max_points: one.max_points.to_string(),
                decision: row.map(|row| {
                    let who = row.grader.as_ref().unwrap_or(&row.by);
                    (who.clone(), row.reason.clone())
                }),
            }
        });
        described.collect()
    }

    /// The programs for which a judgement counts. What another grader than the one to whom it is dealt gives counts for one alone.
    fn list_members(
        &self,
        place: usize,
        group: usize,
        criteria: &[String],
        query: &LookQuery,
        is_second: bool,
    ) -> Vec<LookMember> {
        let is_alone = query.is_alone || is_second;
        let members = self.desk.queue.groups()[group].iter();
        let members = members.filter(|it| !is_alone || **it == place);
        let described = members.map(|member| LookMember {
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
        described.collect()
    }

    /// All criteria of a grade with the digests of what persons have decided.
    pub(crate) fn list_decisions(&self, place: usize) -> Vec<(String, String)> {
        let criteria = self.desk.class.grades[place].criteria.iter();
        let digests = criteria.map(|one| {
            let decision = self.subject_of_kind(place, &one.id, SubjectKind::Decision);
            (one.id.clone(), self.digest(&decision))
        });
        digests.collect()
    }

    /// The address of a program, from `review/`.
    pub(crate) fn address(&self, place: usize, query: &LookQuery) -> String {
        let grade = &self.desk.class.grades[place];
        let [assignment, student] = [&grade.assignment, &grade.student].map(|name| encode(name));
        format!("{assignment}/{student}{}", query.to_suffix())
    }

    /// The first group from this place on that has what is asked for.
    fn next_group(&self, from: usize, query: &LookQuery) -> Option<usize> {
        (from..self.desk.queue.groups().len()).find(|group| self.fits_query(*group, query))
    }

    fn fits_query(&self, group: usize, query: &LookQuery) -> bool {
        let mut members = self.desk.queue.groups()[group].iter();
        members.any(|place| self.fits(*place, query))
    }

    /// Whether a program is one that is asked for.
    fn fits(&self, place: usize, query: &LookQuery) -> bool {
        match query.show {
            LookShow::All => self.is_in(place, query) || self.has_objection(place),
            LookShow::Objections => self.has_open_objection(place),
            LookShow::Open | LookShow::Dealt => self.is_left(place, query),
        }
    }

    /// Whether a person judges something of a program that is asked for: of any program, or of one that is dealt to whoever judges.
    fn is_in(&self, place: usize, query: &LookQuery) -> bool {
        let mut ids = self.ids_for(place, query);
        ids.next().is_some()
    }

    /// The criteria of a program that are asked for.
    fn ids_for<'v>(&'v self, place: usize, query: &'v LookQuery) -> impl Iterator<Item = &'v str> {
        let ids = self.desk.manual_ids(place);
        let ids = ids.filter(|id| query.criterion.as_deref().is_none_or(|only| only == *id));
        ids.filter(move |id| query.show != LookShow::Dealt || self.is_dealt(place, id))
    }

    /// Whether something that is asked for is to be judged, or an objection waits. Objections are for everybody, but not before
    /// the programs that all graders judge.
    fn is_left(&self, place: usize, query: &LookQuery) -> bool {
        let mut ids = self.ids_for(place, query);
        let waits = query.show != LookShow::Dealt || !self.trial_open;
        let is_asked = query.criterion.is_none() && waits && self.has_open_objection(place);
        is_asked || ids.any(|id| self.is_open(place, id))
    }

    /// The program by which a group is judged: the first of which something is left.
    fn member_to_show(&self, group: usize, query: &LookQuery) -> usize {
        let members = &self.desk.queue.groups()[group];
        let open = members.iter().find(|place| match query.show {
            LookShow::All => self.is_left(**place, query),
            _ => self.fits(**place, query),
        });
        open.or(members.first()).copied().unwrap_or_default()
    }

    fn steps(&self, place: usize, group: usize, query: &LookQuery) -> LookSteps {
        let step_to =
            |place: usize, query: &LookQuery| format!("../{}", self.address(place, query));
        let together = query.together();
        let to_group = |group: usize| step_to(self.member_to_show(group, &together), &together);
        let members = &self.desk.queue.groups()[group];
        // If one was judged apart, the others of its group come next.
        let left = members
            .iter()
            .find(|other| query.is_alone && **other != place && self.is_left(**other, query));
        let later = self.next_group(group + 1, &together);
        let earlier = (0..group).find(|at| self.fits_query(*at, &together));
        let other_criterion = self.other_criterion(place, query);
        LookSteps {
            previous: self.previous_group(group, &together).map(to_group),
            next: match left {
                Some(left) => Some(step_to(*left, &together)),
                None => later.or(earlier).map(to_group),
            }
            // After the last program that all graders judge, they hear how far they agree.
            .or_else(|| self.is_blind(place).then(|| "../agreement".to_owned())),
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

    /// The group before: any, or of those that are dealt out, one that whoever judges here has something to do with.
    fn previous_group(&self, group: usize, query: &LookQuery) -> Option<usize> {
        (0..group).rev().find(|at| {
            let mut members = self.desk.queue.groups()[*at].iter();
            members.any(|place| self.is_in(*place, query) || self.has_objection(*place))
        })
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
        let groups = self.desk.queue.groups();
        let programs = groups.iter().flatten();
        let programs = programs.filter(|place| self.is_in(**place, query));
        let all = programs.clone().count();
        let open = programs.filter(|place| {
            let mut ids = self.ids_for(**place, query);
            ids.any(|id| self.is_open(**place, id))
        });
        let looks = groups.iter().filter(|group| {
            let mut members = group.iter();
            members.any(|place| self.is_left(*place, query))
        });
        LookProgress {
            judged: all - open.count(),
            all,
            looks_left: looks.count(),
        }
    }
}
