//! Colours: a quiet map, and four kinds of agents that colour-blind readers can tell apart (after Okabe and Ito).

use crate::answer::Outcome;
use crate::army::Kind;

/// A colour with its opacity, not premultiplied.
#[derive(Clone, Copy, PartialEq)]
pub struct Ink {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

impl Ink {
    /// An opaque colour from 0xRRGGBB.
    pub const fn rgb(hex: u32) -> Self {
        Self { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8, alpha: 255 }
    }

    /// The same colour, less opaque.
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// A mixture with `other`: 0 is this colour, 1 the other.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let between = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
        Self {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            alpha: between(self.alpha, other.alpha),
        }
    }

    /// As a page writes it.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

pub const PAPER: Ink = Ink::rgb(0xfb_f9_f4);
pub const TEXT: Ink = Ink::rgb(0x2b_2a_28);
pub const QUIET_TEXT: Ink = Ink::rgb(0x6d_69_62);
pub const GROUND: Ink = Ink::rgb(0xf1_ec_df);
pub const GROUND_LIT: Ink = Ink::rgb(0xff_fc_f2);
pub const GROUND_SHADED: Ink = Ink::rgb(0xa8_9c_86);
pub const STREET: Ink = Ink::rgb(0xfd_fc_f8);
pub const BUILDING: Ink = Ink::rgb(0xcd_c4_b7);
pub const BUILDING_EDGE: Ink = Ink::rgb(0xa9_9e_8f);
pub const CONTOUR: Ink = Ink::rgb(0xa4_8e_66);
pub const BLOCKED: Ink = Ink::rgb(0xe6_c6_b0);
pub const BLOCKED_HATCH: Ink = Ink::rgb(0xa8_5a_38);
pub const VOID: Ink = Ink::rgb(0x34_39_40);
pub const VOID_HATCH: Ink = Ink::rgb(0x40_46_4e);
pub const CLIFF: Ink = Ink::rgb(0x17_1a_1e);
pub const FRONT: Ink = Ink::rgb(0x11_11_11);

/// Fill of a kind of agents.
pub fn kind(kind: Kind) -> Ink {
    match kind {
        Kind::Infantry => Ink::rgb(0x2a_78_b5),
        Kind::Cavalry => Ink::rgb(0xe0_6a_1a),
        Kind::Wagons => Ink::rgb(0x12_8a_66),
        Kind::Flyers => Ink::rgb(0xb8_5c_95),
    }
}

/// Outline of a goal, by what became of the agent.
pub fn outcome(outcome: Outcome) -> Ink {
    match outcome {
        Outcome::Placed => Ink::rgb(0xff_ff_ff),
        Outcome::Relocated => Ink::rgb(0x11_11_11),
        Outcome::Overflow => Ink::rgb(0xff_d4_00),
        Outcome::Overlap | Outcome::Stacked => Ink::rgb(0xe0_00_20),
        Outcome::Ineligible | Outcome::BadPosition => Ink::rgb(0x80_80_80),
    }
}

/// Rings from the innermost (dark) to the outermost (light); neighbours differ by a step in lightness too.
pub fn ring(ring: u32, last: u32) -> Ink {
    const RAMP: [Ink; 6] = [
        Ink::rgb(0x3b_0f_70),
        Ink::rgb(0x3b_52_8b),
        Ink::rgb(0x21_91_8c),
        Ink::rgb(0x5e_b8_58),
        Ink::rgb(0xd9_b4_22),
        Ink::rgb(0xe0_6c_3c),
    ];
    let along = f64::from(ring) / f64::from(last.max(1)) * (RAMP.len() - 1) as f64;
    let step = (along as usize).min(RAMP.len() - 2);
    let ink = RAMP[step].mix(RAMP[step + 1], along - step as f64);
    if ring % 2 == 1 { ink.mix(PAPER, 0.42) } else { ink }
}
