//! Paths: where straight walks cross, and who meets whom on the way when all start and end together.

use glam::DVec2;

use super::call::Moved;

/// Two agents that come nearer than their bodies.
pub struct Meeting {
    /// Where both are at that moment.
    pub places: [DVec2; 2],
}

/// What the straight walks of an army have to do with one another.
pub struct Paths {
    /// Points where two walks cross, whenever each is there.
    pub crossings: Vec<DVec2>,
    pub meetings: Vec<Meeting>,
    /// Least distance of two agents at any moment, in centimetres.
    pub nearest_pass: f64,
    /// Least distance of two agents at rest, before or after.
    pub least_separation: f64,
}

impl Paths {
    /// Looks at every pair.
    pub fn of(moved: &Moved, radius: f64) -> Self {
        let mut paths = Self {
            crossings: Vec::new(),
            meetings: Vec::new(),
            nearest_pass: f64::INFINITY,
            least_separation: f64::INFINITY,
        };
        let walks: Vec<[DVec2; 2]> = moved.starts.iter().zip(&moved.goals).map(|(from, to)| [*from, *to]).collect();
        for (rank, one) in walks.iter().enumerate() {
            for other in &walks[rank + 1..] {
                paths.add(*one, *other, radius);
            }
        }
        paths
    }

    fn add(&mut self, one: [DVec2; 2], other: [DVec2; 2], radius: f64) {
        self.crossings.extend(crossing(one, other));
        let (places, at_rest) = (nearest(one, other), one[0].distance(other[0]).min(one[1].distance(other[1])));
        let pass = places[0].distance(places[1]);
        self.nearest_pass = self.nearest_pass.min(pass);
        self.least_separation = self.least_separation.min(at_rest);
        if pass < 2.0 * radius * (1.0 - 1e-9) {
            self.meetings.push(Meeting { places });
        }
    }

    /// Two agents whose exchange would not shorten the squared walks never come nearer than this share of their
    /// separation at rest: their offset turns by less than a right angle, and its least length is that of the chord's
    /// middle.
    pub fn pass_as_promised(&self) -> bool {
        self.nearest_pass >= self.least_separation * std::f64::consts::FRAC_1_SQRT_2 * (1.0 - 1e-4)
    }
}

/// Where two segments cross properly.
fn crossing(one: [DVec2; 2], other: [DVec2; 2]) -> Option<DVec2> {
    let (along, across) = (one[1] - one[0], other[1] - other[0]);
    let turn = along.perp_dot(across);
    let between = other[0] - one[0];
    let (here, there) = (between.perp_dot(across) / turn, between.perp_dot(along) / turn);
    let inside = |share: f64| share > 0.0 && share < 1.0;
    (turn != 0.0 && inside(here) && inside(there)).then(|| one[0] + along * here)
}

/// Both places at the moment of least distance.
fn nearest(one: [DVec2; 2], other: [DVec2; 2]) -> [DVec2; 2] {
    let (before, after) = (one[0] - other[0], one[1] - other[1]);
    let change = after - before;
    let square = change.length_squared();
    let moment = if square > 0.0 { (-before.dot(change) / square).clamp(0.0, 1.0) } else { 0.0 };
    [one[0].lerp(one[1], moment), other[0].lerp(other[1], moment)]
}
