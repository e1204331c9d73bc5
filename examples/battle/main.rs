mod army; mod canvas; mod library; mod map_drawing; mod palette; mod terrain; mod town;
use glam::DVec2;
fn main() {
    let land = terrain::Land { town: town::Town::parse(include_str!("../../tests/data/bubenec.town")).unwrap() };
    let mut c = canvas::Canvas::new(1800, 1100, canvas::Window { middle: DVec2::new(0.0, 13500.0), per_pixel: 48.0 }).unwrap();
    map_drawing::draw(&mut c, &land, 45.0);
    for i in -5..12 { c.line(&[DVec2::new(-24000.0, i as f64 * 5000.0), DVec2::new(24000.0, i as f64*5000.0)], if i==0 {2.0} else {0.7}, palette::TEXT.with_alpha(120)); }
    for i in -4..5 { c.line(&[DVec2::new(i as f64 * 5000.0,-27000.0), DVec2::new(i as f64*5000.0,56000.0)], if i==0 {2.0} else {0.7}, palette::TEXT.with_alpha(120)); }
    let a = army::scatter(&land, army::Quarters{middle: DVec2::new(6000.0,7000.0), reach: 9000.0, seed:1}).unwrap();
    for g in &a { let r=c.length(g.radius()); c.disc(g.place(), r, palette::kind(g.kind)); }
    c.pixels.save_png("/tmp/battle/map.png").unwrap();
}
