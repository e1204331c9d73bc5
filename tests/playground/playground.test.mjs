// The playground in a real browser: what is clicked, dragged and typed shows in the pixels as the rules say.

import assert from 'node:assert/strict';
import test from 'node:test';

import { GROUND, MARKS, OUTCOMES, SIZES } from '../../playground/palette.mjs';
import { FREE, Page } from './page.mjs';
import { box } from './picture.mjs';

const page = await Page.open();
test.after(() => page.browser.close());

/** The part beside the buildings in the west, likewise. */
const WEST = { left: 0, top: 235, right: 620, bottom: 630 };

/** Pixels of agents, of any size of body, where no card lies. */
const unitsIn = (picture, colours = SIZES, where = FREE) => colours.flatMap((colour) => picture.all(colour, where));

/** The camp of a fresh page with so many agents of one size, who do not walk but are there. */
async function camp(count, sizes = 1) {
  await page.setMotion(false);
  await page.load();
  await page.choose('sizes', sizes);
  await page.type('exact', count);
  await page.browser.until(`document.getElementById('time').value === '${count.toLocaleString('en-US')}'`);
  await page.evaluate('new Promise((done) => setTimeout(done, 250))');
}

test('the page comes up with an army, names its version and says whose map it is', async () => {
  await page.setMotion(true);
  await page.load();
  const picture = await page.picture('start');
  assert.ok(unitsIn(picture).length > 500);
  assert.match(await page.textOf('version'), /\d+\.\d+\.\d+/);
  const notice = await page.evaluate(`(() => {
    const element = document.getElementById('notice');
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isSeen = element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    return { text: element.textContent, link: element.querySelector('a').href, isSeen };
  })()`);
  assert.match(notice.text, /© OpenStreetMap contributors, ODbL 1\.0/);
  assert.equal(notice.link, 'https://www.openstreetmap.org/copyright');
  assert.ok(notice.isSeen);
});

test('while the line is drawn the page shows where the army would stand, and afterwards the army walks there', async () => {
  const before = await page.picture();
  const [from, to] = [[340, 330], [640, 270]];
  await page.press(from, [500, 300], to);
  await page.browser.until("document.getElementById('status').textContent === 'preview'");
  const preview = await page.picture('preview');
  const corridor = { left: 340, right: 640, top: 250, bottom: 400 };
  assert.ok(preview.differences(before, corridor) > 1500);
  await page.ordering(async () => {
    await page.mouse('mouseReleased', to);
    await page.browser.until("document.body.dataset.walk === 'walking'");
    await page.evaluate('new Promise((done) => setTimeout(done, 1000))');
    const underWay = box(unitsIn(await page.picture('walk')));
    const camped = box(unitsIn(before));
    assert.ok(underWay.bottom < camped.bottom && underWay.top < camped.top, 'they have left the camp');
  });
  const standing = box(unitsIn(await page.picture('line')));
  assert.ok(standing.top >= 262 && standing.top <= 275, `the front is at ${standing.top}`);
});

test('units stand along the line that was dragged, from end to end', async () => {
  await camp(44);
  const [from, to] = [[340, 340], [640, 280]];
  await page.ordering(() => page.drag(from, [450, 300], to));
  const picture = await page.picture('along the line');
  const units = unitsIn(picture);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const along = units.map(([x, y]) => ((x - from[0]) * dx + (y - from[1]) * dy) / length);
  const across = units.map(([x, y]) => ((x - from[0]) * dy - (y - from[1]) * dx) / length);
  assert.ok(Math.max(...across.map(Math.abs)) <= 4, 'nobody stands off the line');
  assert.ok(Math.min(...along) < 5 && Math.max(...along) > length - 5, 'the ends are taken');
  const sorted = along.toSorted((left, right) => left - right);
  const gap = Math.max(...sorted.slice(1).map((value, index) => value - sorted[index]));
  assert.ok(gap < (1.7 * length) / 43, `no hole between them: ${gap}`);
});

test('nobody stands in a building, though the order lies across some', async () => {
  await camp(600, 3);
  const ground = await page.picture();
  await page.ordering(() => page.click([200, 430]));
  const picture = await page.picture('buildings');
  const units = unitsIn(picture, SIZES, WEST);
  assert.ok(units.length > 1500);
  const building = parseInt(GROUND.building.slice(1), 16);
  assert.deepEqual(units.filter(([x, y]) => ground.at(x, y) === building), []);
  const around = box(units);
  const within = { left: around.left, top: around.top, right: around.right, bottom: around.bottom };
  assert.ok(ground.all(GROUND.building, within).length > 2000, 'there are buildings in the midst of them');
  assert.ok(Number((await page.figure('dropped, grown')).split(',')[0]) > 0);
});

test('a wider spacing makes the formation wider and deeper in proportion', async () => {
  await camp(200);
  await page.ordering(() => page.click([480, 300]));
  const before = box(unitsIn(await page.picture()));
  await page.ordering(() => page.slide('spacing', 10));
  const after = box(unitsIn(await page.picture('spacing')));
  // From 2 m to 3 m between the middles of bodies.
  for (const side of ['width', 'height']) {
    const growth = after[side] / before[side];
    assert.ok(growth > 1.38 && growth < 1.58, `${side} grew by ${growth}`);
  }
});

test('each shape has its outline: a circle has no corners, a column is deep, a wedge has its point to the front', async () => {
  await camp(200);
  await page.ordering(() => page.click([480, 300]));
  const corners = (units, { left, right, top, bottom, width, height }) => units.filter(([x, y]) => {
    const [near, far] = [Math.min(x - left, right - x) / width, Math.min(y - top, bottom - y) / height];
    return near < 0.12 && far < 0.12;
  }).length;
  const grid = unitsIn(await page.picture());
  assert.ok(corners(grid, box(grid)) > 10);
  await page.ordering(() => page.choose('shape', 'CIRCLE'));
  const circle = unitsIn(await page.picture('circle'));
  const round = box(circle);
  assert.equal(corners(circle, round), 0);
  assert.ok(Math.abs(round.width / round.height - 1) < 0.1);
  await page.ordering(() => page.choose('shape', 'COLUMN'));
  const column = box(unitsIn(await page.picture('column')));
  assert.ok(column.height > 2 * column.width, `${column.width} x ${column.height}`);
  await page.ordering(() => page.choose('shape', 'TRIANGLE'));
  const wedge = unitsIn(await page.picture('wedge'));
  const around = box(wedge);
  const widthNear = (share) => box(wedge.filter(([, y]) => Math.abs(y - around.top - share * around.height) < 8)).width;
  assert.ok(widthNear(0.1) < 0.35 * widthNear(0.9));
});

test('bodies of two sizes have two colours, and those of three have three', async () => {
  await camp(300, 1);
  for (const sizes of [1, 2, 3]) {
    if (sizes > 1) {
      await page.choose('sizes', sizes);
      await page.evaluate('new Promise((done) => setTimeout(done, 400))');
    }
    const picture = await page.picture(`sizes ${sizes}`);
    const seen = SIZES.map((colour) => picture.all(colour, FREE).length > 30);
    assert.deepEqual(seen, [true, sizes > 1, sizes > 2]);
    const counts = Object.values(await page.legend());
    assert.equal(counts.length, sizes);
    assert.equal(counts.reduce((sum, count) => sum + count), 300);
  }
});

test('lines through the rings, walks and crossings appear when they are switched on and go when off', async () => {
  await camp(300);
  await page.choose('shape', 'CIRCLE');
  await page.ordering(() => page.click([600, 260]));
  const plain = await page.picture();
  for (const [name, colour] of [['rings', MARKS.ring], ['crossings', MARKS.crossing], ['paths', null], ['before', null]]) {
    await page.choose(name);
    if (name === 'crossings') {
      await page.browser.until("/^[\\d,]+$/.test(document.querySelector('#figures dd:last-of-type').textContent)");
    }
    const marked = await page.picture(name);
    if (colour) {
      assert.equal(plain.all(colour, FREE).length, 0);
      assert.ok(marked.all(colour, FREE).length > 40, `${name}: ${marked.all(colour, FREE).length}`);
    } else assert.ok(marked.differences(plain, FREE) > 1500, name);
    await page.choose(name);
    assert.equal((await page.picture()).differences(plain, FREE), 0, `${name} off`);
  }
});

test('who keeps his formation arrives as he stood, and who reforms does not', async () => {
  await camp(300);
  const camped = unitsIn(await page.picture());
  /** Share of the pixels that lie in another cell of a coarse grid over the army. */
  const difference = (left, right) => {
    const cells = [left, right].map((units) => {
      const { left: x0, top: y0, width, height } = box(units);
      const counts = new Array(64).fill(0);
      for (const [x, y] of units) {
        const cell = 8 * Math.floor((8 * (y - y0)) / height) + Math.floor((8 * (x - x0)) / width);
        counts[cell] += 1 / units.length;
      }
      return counts;
    });
    return cells[0].reduce((sum, count, cell) => sum + Math.abs(count - cells[1][cell]), 0);
  };
  await page.choose('mode', 'KEEP_FORMATION');
  await page.ordering(() => page.click([480, 250]));
  const kept = unitsIn(await page.picture('kept'));
  assert.ok(box(kept).bottom < box(camped).bottom - 100, 'they have moved');
  assert.ok(difference(camped, kept) < 0.15, `kept: ${difference(camped, kept)}`);
  await page.choose('mode', 'REFORM_THE_LINE');
  await page.ordering(() => page.click([480, 300]));
  const reformed = unitsIn(await page.picture('reformed'));
  assert.ok(difference(camped, reformed) > 0.3, `reformed: ${difference(camped, reformed)}`);
});

test('each call tells its time and its number of agents, at every effort', async () => {
  await camp(120);
  await page.ordering(() => page.click([480, 300]));
  for (const effort of ['QUICK', 'EXACT']) {
    await page.ordering(() => page.choose('effort', effort));
    assert.match(await page.textOf('time'), /^\d+(\.\d+)? ms$/);
    assert.ok(parseFloat(await page.textOf('time')) > 0);
    assert.equal(await page.textOf('call'), 'phx_formation_form_up, n = 120');
    assert.equal(await page.textOf('status'), 'PHX_OK');
    assert.match(await page.figure('of it, ground callback'), /^\d+(\.\d+)? ms$/);
    assert.ok(Number((await page.figure('rays asked')).replace(',', '')) >= 120);
  }
});

test('outcomes have their colours and a legend with their counts', async () => {
  await camp(300);
  await page.ordering(() => page.click([480, 300]));
  await page.choose('colour', 'outcome');
  const legend = await page.legend();
  assert.deepEqual(Object.keys(legend), ['placed', 'relocated', 'overflow', 'overlap', 'stacked']);
  assert.equal(legend.placed, 300);
  // Moved as a whole onto the edge of a building, some cannot have their places.
  await page.choose('mode', 'KEEP_FORMATION');
  await page.ordering(() => page.click([215, 430]));
  const moved = await page.legend();
  assert.ok(moved.relocated > 0 && moved.placed + moved.relocated === 300, JSON.stringify(moved));
  assert.ok((await page.picture('outcomes')).all(OUTCOMES[1], WEST).length > 10);
});

test('ten thousand agents form up and are drawn', async () => {
  await camp(10000);
  await page.choose('effort', 'QUICK');
  await page.ordering(() => page.click([480, 300]));
  assert.match(await page.textOf('time'), /^\d+(\.\d+)? ms$/);
  assert.equal(Object.values(await page.legend())[0], 10000);
  // So small they have no pixel that is theirs alone: what is bluer than red is one of them, more or less.
  const seen = (await page.picture('ten thousand')).where((red, green, blue) => blue > red + 50, FREE).length;
  assert.ok(seen > 15000, `${seen} pixels`);
});

test('the keyboard alone orders the army, by a place and by a line', async () => {
  await camp(60);
  await page.key('Tab', 3, 8);
  const focused = () => page.evaluate('document.activeElement.id');
  for (let tabs = 0; tabs < 60 && (await focused()) !== 'orders'; tabs += 1) await page.key('Tab');
  assert.equal(await focused(), 'orders');
  await page.key('ArrowUp', 1, 8);
  await page.ordering(() => page.key('Enter'));
  const place = box(unitsIn(await page.picture('by keys')));
  // The map's middle is (474, 400), and a leap is 120.
  const middle = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
  assert.ok(Math.hypot(middle[0] - 474, middle[1] - 280) < 8, String(middle));
  await page.key(' ');
  await page.key('ArrowRight', 2, 8);
  await page.ordering(() => page.key('Enter'));
  const line = box(unitsIn(await page.picture('line by keys')));
  assert.ok(line.width > 230 && line.height < 30, JSON.stringify(line));
});

test('on other ground its rocks are kept clear, and in the open field nobody asks for rays', async () => {
  await camp(600);
  await page.choose('ground', 'rocks');
  await page.browser.until("document.getElementById('notice').textContent === ''");
  const ground = await page.picture();
  await page.ordering(() => page.click([480, 340]));
  const picture = await page.picture('rocks');
  const units = unitsIn(picture);
  const rock = parseInt(GROUND.rock.slice(1), 16);
  assert.ok(units.length > 1500);
  assert.deepEqual(units.filter(([x, y]) => ground.at(x, y) === rock), []);
  const { left, right, top, bottom } = box(units);
  assert.ok(ground.all(GROUND.rock, { left, right, top, bottom }).length > 50, 'there are rocks in the midst of them');
  await page.choose('ground', 'open');
  await page.browser.until("document.getElementById('time').value === '600'");
  await page.ordering(() => page.click([480, 300]));
  assert.equal(await page.figure('rays asked'), '0');
});

test('every control can be reached by keys and has a name', async () => {
  await camp(10);
  const { nodes } = await page.browser.send('Accessibility.getFullAXTree');
  const focusable = nodes.filter(({ properties }) => properties?.some(({ name, value }) => name === 'focusable' && value.value));
  const named = focusable.filter(({ role }) => !['RootWebArea', 'document'].includes(role.value));
  assert.ok(named.length > 30);
  assert.deepEqual(named.filter(({ name }) => !name?.value?.trim()).map(({ role }) => role.value), []);
});

test('at 1280 x 800 and at 1920 x 1080 nothing is cut off, and on a fine screen the map is as fine', async () => {
  for (const [width, height, ratio] of [[1280, 800, 1], [1920, 1080, 1], [1280, 800, 2]]) {
    await page.load(width, height, ratio);
    await page.picture(`${width} x ${height} at ${ratio}`);
    const { cut, canvas } = await page.evaluate(`(() => {
      const shown = [...document.querySelectorAll('#panel label, #panel button, #panel legend, #map .card')]
        .filter((element) => element.offsetParent && element.textContent !== '');
      const isCut = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || element.scrollWidth > element.clientWidth + 1;
      };
      const { width, clientWidth } = document.getElementById('units');
      return { cut: shown.filter(isCut).map(({ textContent }) => textContent.trim()), canvas: width / clientWidth };
    })()`);
    assert.deepEqual(cut, [], `${width} x ${height}`);
    assert.equal(canvas, ratio);
  }
});

test('nothing was complained of in the console', () => {
  assert.deepEqual(page.browser.complaints, []);
});
