//! Points as the system counts them.

use super::error::UploadError;
use super::recipient::UploadGrade;
use super::sheet::{ExcessPolicy, GradeSheet};
use model::Points;

/// How points of the rubric become points of the system.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointScale {
    /// The most of the rubric's, and the most of the system's; none if points stay as they are.
    ratio: Option<(Points, Points)>,
}

impl PointScale {
    /// How points of the rubric go into a column. If both do not have the same most, the user has to say that they are to be scaled.
    pub(super) fn from_sheet(
        sheet: &GradeSheet,
        uploads: &[UploadGrade],
        is_wanted: bool,
    ) -> Result<PointScale, UploadError> {
        let Some(own) = uploads.first().map(|one| one.max_points) else {
            return Ok(PointScale { ratio: None });
        };
        match (sheet.maximum, is_wanted) {
            (Some(most), false) if most != own => Err(UploadError::Refused(format!(
                "`{}` has {most} points in the file, and the rubric has {own}; with --scale points are scaled from {own} to {most}, \
                 or set the same number in both",
                sheet.title
            ))),
            (Some(most), true) if own > Points::ZERO => Ok(PointScale {
                ratio: Some((own, most)),
            }),
            (None, true) => Err(UploadError::Refused(format!(
                "--scale needs to know how many points `{}` has, and the file does not say it; leave --scale out, or give the whole \
                 file that the system lets you download",
                sheet.title
            ))),
            _ => Ok(PointScale { ratio: None }),
        }
    }

    fn scale_points(self, points: Points) -> Points {
        match self.ratio {
            Some((own, most)) => {
                Points::from_number(points.as_number() * most.as_number() / own.as_number())
            }
            None => points,
        }
    }

    /// What the cell says, to two decimals as in reports.
    pub(super) fn cell_text(
        self,
        points: Points,
        student: &str,
        sheet: &GradeSheet,
    ) -> Result<String, UploadError> {
        let scaled = self.scale_points(points);
        if let (ExcessPolicy::Dropped, Some(most)) = (sheet.excess, sheet.maximum)
            && scaled > most
        {
            return Err(UploadError::Refused(format!(
                "`{}` has {scaled} points and `{}` takes {most} at most; the system would drop what is beyond that, or all of it, so \
                 raise the maximum there and download the file again",
                student, sheet.title
            )));
        }
        Ok(format_points(scaled, sheet))
    }
}

/// A number as the file writes numbers.
pub(super) fn format_points(points: Points, sheet: &GradeSheet) -> String {
    let text = points.to_string();
    if sheet.has_decimal_comma {
        text.replace('.', ",")
    } else {
        text
    }
}
