//! A drawn line fills a description, and the army forms up along it.

mod ffi_support;

use ffi_support::*;
use phalanx::ffi::*;

fn view(points: &[[f64; 3]]) -> PhxVec3View {
    PhxVec3View { data: points.as_ptr().cast(), count: points.len() as u64, stride: 0, scalar: PHX_SCALAR_F64 }
}

fn drag(context: &Context, line: &[[f64; 3]], army: &Army, desc: &mut PhxFormationDesc) -> i32 {
    let (line, agents) = (view(line), army.agents());
    // SAFETY: all pointers are to whole values, and the points of each test are memory of its own.
    unsafe { phx_formation_drag(context.0, &raw const line, &raw const agents, desc) }
}

/// The fields of a description, to be compared.
fn fields(desc: &PhxFormationDesc) -> String {
    format!("{desc:?}")
}

/// A quarter of a circle with radius 1000 around (2000, 0).
fn bend() -> Vec<[f64; 3]> {
    let at = |step: i32| (f64::from(step) / 20.0 * std::f64::consts::FRAC_PI_2).sin_cos();
    (0..=20).map(at).map(|(sin, cos)| [2000.0 + 1000.0 * sin, 1000.0 * cos, 0.0]).collect()
}

#[test]
fn a_straight_line_becomes_a_line_that_runs_evenly_from_end_to_end() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    // The army stands around (300, 200); the line lies east of it, drawn from the right to the left.
    let mut army = Army::new(6);
    let mut desc = context.desc(PHX_SHAPE_GRID);
    assert_eq!(drag(&context, &[[3000.0, 600.0, 8.0], [3000.0, 0.0, 4.0]], &army, &mut desc), PHX_OK);
    assert_eq!(desc.shape, PHX_SHAPE_LINE);
    assert_eq!((desc.center, desc.direction), ([3000.0, 300.0, 6.0], [1.0, 0.0, 0.0]));
    // 7 would fit at the pitch; 6 agents share the 600.
    assert_eq!((desc.spacing, desc.region[0]), ([120.0, 100.0], 600.0));
    assert_eq!(army.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());
    let mut across: Vec<f64> = army.goals.iter().map(|goal| goal[1]).collect();
    across.sort_by(f64::total_cmp);
    assert_eq!(across, [0.0, 120.0, 240.0, 360.0, 480.0, 600.0]);
    assert!(army.goals.iter().all(|goal| goal[0] == 3000.0));
}

#[test]
fn a_click_moves_the_order_and_leaves_its_shape() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(2);
    army.locations = vec![[0.0, -50.0, 0.0], [0.0, 50.0, 0.0]];
    let points = [[0.0; 3], [0.0, 200.0, 0.0]];
    let original = PhxFormationDesc { points: view(&points), ..context.desc(PHX_SHAPE_POINTS) };
    let mut desc = original;
    assert_eq!(drag(&context, &[[0.0, 700.0, 3.0]], &army, &mut desc), PHX_OK, "{}", last_error());
    let expected = PhxFormationDesc { center: [0.0, 700.0, 3.0], direction: [0.0, 1.0, 0.0], ..original };
    assert_eq!(fields(&desc), fields(&expected));
}

#[test]
fn a_bent_line_becomes_points_in_the_callers_memory() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let mut army = Army::new(40);
    let original = context.desc(PHX_SHAPE_CIRCLE);
    let mut desc = original;
    assert_eq!(drag(&context, &bend(), &army, &mut desc), PHX_MORE);
    let needed = desc.points.count;
    assert!(needed >= 40, "{needed}");
    desc.points.count = 0;
    assert_eq!(fields(&desc), fields(&original), "PHX_MORE writes the number and nothing else");

    let mut points = vec![[-7.0_f32; 3]; needed as usize + 5];
    desc.points =
        PhxVec3View { data: points.as_mut_ptr().cast(), count: needed - 1, stride: 0, scalar: PHX_SCALAR_F32 };
    assert_eq!((drag(&context, &bend(), &army, &mut desc), desc.points.count), (PHX_MORE, needed));
    assert!(points.iter().flatten().all(|scalar| *scalar == -7.0));
    desc.points.count = points.len() as u64;
    assert_eq!(drag(&context, &bend(), &army, &mut desc), PHX_OK, "{}", last_error());
    assert_eq!((desc.shape, desc.points.count), (PHX_SHAPE_POINTS, needed));
    assert!(points[needed as usize..].iter().flatten().all(|scalar| *scalar == -7.0));
    assert_eq!(army.form_up(context.0, &desc, None), PHX_OK, "{}", last_error());
    // The whole front row, 16 steps of a little less than 100 on an arc of 1571, stands on the line.
    let from_middle = |goal: &[f64; 3]| (goal[0] - 2000.0).hypot(goal[1]);
    assert!(army.goals.iter().filter(|goal| (from_middle(goal) - 1000.0).abs() < 5.0).count() >= 16);
    // The others stand behind it, which is where the army is.
    assert!(army.goals.iter().all(|goal| from_middle(goal) < 1005.0), "{:?}", army.goals);
}

#[test]
fn a_line_drawn_in_unitys_axes_is_the_same_order() {
    let unreal = Context::new(PHX_FRAME_UNREAL, 1);
    let unity = Context::with(PHX_FRAME_UNITY, 1, |desc| desc.unit_scale = 1.0 / 128.0);
    let turned = |[x, y, z]: [f64; 3]| [y / 128.0, z / 128.0, x / 128.0];
    let army = Army::new(30);
    let mut other = army.clone();
    other.locations = army.locations.iter().copied().map(turned).collect();
    other.radii = army.radii.iter().map(|radius| radius / 128.0).collect();
    let line = bend();
    let far_line: Vec<[f64; 3]> = line.iter().copied().map(turned).collect();
    let (mut first, mut second) = (vec![[0.0_f64; 3]; 60], vec![[0.0_f64; 3]; 60]);
    let mut orders = [unreal.desc(PHX_SHAPE_GRID), unity.desc(PHX_SHAPE_GRID)];
    orders[0].points = PhxVec3View { data: first.as_mut_ptr().cast(), ..view(&first) };
    orders[1].points = PhxVec3View { data: second.as_mut_ptr().cast(), ..view(&second) };
    assert_eq!(drag(&unreal, &line, &army, &mut orders[0]), PHX_OK, "{}", last_error());
    assert_eq!(drag(&unity, &far_line, &other, &mut orders[1]), PHX_OK, "{}", last_error());
    let count = orders[0].points.count;
    assert_eq!(orders[1].points.count, count);
    assert_eq!(orders[1].center, turned(orders[0].center));
    let in_unity: Vec<[f64; 3]> = first[..count as usize].iter().copied().map(turned).collect();
    assert_eq!(second[..count as usize], in_unity);
}

#[test]
fn what_is_wrong_with_a_drawn_line_is_named_and_nothing_is_written() {
    let context = Context::new(PHX_FRAME_UNREAL, 1);
    let army = Army::new(4);
    let good = bend();
    let mut points = vec![[-7.0; 3]; 100];
    let mut refused = |line: &[[f64; 3]], status: i32, parts: &[&str], edit: fn(&mut PhxFormationDesc, &Army)| {
        let mut desc = context.desc(PHX_SHAPE_GRID);
        desc.points = PhxVec3View { data: points.as_mut_ptr().cast(), ..view(&points) };
        edit(&mut desc, &army);
        let before = fields(&desc);
        assert_error(drag(&context, line, &army, &mut desc), status, parts);
        assert_eq!(fields(&desc), before);
        assert!(points.iter().flatten().all(|scalar| *scalar == -7.0));
    };
    let nothing: fn(&mut PhxFormationDesc, &Army) = |_, _| {};
    refused(&[], PHX_E_INVALID_ARGUMENT, &["line.count is 0"], nothing);
    refused(&[[0.0; 3], [0.0, f64::NAN, 0.0]], PHX_E_NOT_FINITE, &["line[1]", "NaN"], nothing);
    refused(&[[0.0; 3], [0.0, 1e9, 0.0]], PHX_E_OUT_OF_RANGE, &["line[1]"], nothing);
    refused(&good, PHX_E_INVALID_ARGUMENT, &["desc.spacing"], |desc, _| desc.spacing[0] = 0.0);
    refused(&good, PHX_E_INVALID_ARGUMENT, &["desc.shape is 12"], |desc, _| desc.shape = 12);
    refused(&good, PHX_E_ABI, &["desc.struct_size"], |desc, _| desc.struct_size = 4);
    refused(&good, PHX_E_INVALID_ARGUMENT, &["desc.points.scalar is 3"], |desc, _| desc.points.scalar = 3);
    refused(&good, PHX_E_INVALID_ARGUMENT, &["desc.points", "agents.locations", "share bytes"], |desc, army| {
        desc.points = view(&army.locations);
    });
    refused(&[[0.0; 3], [1.0, 0.0, 0.0]], PHX_E_NULL_POINTER, &["desc.points.data"], |desc, _| {
        desc.points.data = std::ptr::null();
    });
    let mut desc = context.desc(PHX_SHAPE_GRID);
    let mut line = good.clone();
    desc.points = PhxVec3View { data: line.as_mut_ptr().cast(), ..view(&line) };
    assert_error(drag(&context, &line, &army, &mut desc), PHX_E_INVALID_ARGUMENT, &["desc.points", "line", "share"]);
    assert_eq!(line, good);
}
