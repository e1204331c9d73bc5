// The playground as a user meets it: by mouse, keys and pixels.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { Chromium } from './chromium.mjs';
import { Picture } from './picture.mjs';

/** The part of the map, at 1280 x 800, over which the page puts no cards. */
export const FREE = { left: 300, top: 60, right: 940, bottom: 760 };

export class Page {
  #orders = 0;

  static async open() {
    const page = new Page();
    page.browser = await Chromium.open(process.env.CHROMIUM ?? 'chromium');
    return page;
  }

  async load(width = 1280, height = 800, ratio = 1) {
    await this.resize(width, height, ratio);
    await this.browser.send('Page.navigate', { url: process.env.PLAYGROUND });
    await this.browser.until("document.body?.dataset.state === 'ready'");
    this.#orders = 0;
  }

  resize(width, height, ratio = 1) {
    return this.browser.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile: false });
  }

  /** Who does not want motion sees everybody at his goal at once. */
  async setMotion(isWanted) {
    const features = [{ name: 'prefers-reduced-motion', value: isWanted ? 'no-preference' : 'reduce' }];
    await this.browser.send('Emulation.setEmulatedMedia', { features });
  }

  evaluate(expression) {
    return this.browser.evaluate(expression);
  }

  textOf(id) {
    return this.evaluate(`document.getElementById('${id}').textContent`);
  }

  /** A picture of the page once what has changed is drawn; kept where PLAYGROUND_PICTURES says. */
  async picture(name) {
    await this.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const { data } = await this.browser.send('Page.captureScreenshot', { format: 'png' });
    const png = Buffer.from(data, 'base64');
    const folder = process.env.PLAYGROUND_PICTURES;
    if (folder && name) {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${name}.png`), png);
    }
    return new Picture(png);
  }

  async mouse(type, [x, y]) {
    const buttons = type === 'mouseReleased' ? 0 : 1;
    await this.browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
  }

  async click(place) {
    await this.mouse('mousePressed', place);
    await this.mouse('mouseReleased', place);
  }

  async press(...places) {
    await this.mouse('mousePressed', places[0]);
    for (const place of places.slice(1)) await this.mouse('mouseMoved', place);
  }

  async drag(...places) {
    await this.press(...places);
    await this.mouse('mouseReleased', places.at(-1));
  }

  async key(key, times = 1, modifiers = 0) {
    const codes = { ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Enter: 13, Tab: 9, ' ': 32 };
    for (let time = 0; time < times; time += 1) {
      const event = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: codes[key], modifiers };
      if (key === 'Enter') event.text = '\r';
      if (key === ' ') event.text = ' ';
      await this.browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
      await this.browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    }
  }

  /** Clicks the middle of what a selector finds. */
  async clickOn(selector) {
    const middle = await this.evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: 'nearest' });
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    await this.click(middle);
  }

  /** Clicks one of a group of choices, or a box to be ticked. */
  choose(name, value) {
    const chosen = value === undefined ? `input[name=${name}]` : `input[name=${name}][value="${value}"]`;
    return this.clickOn(`label:has(> ${chosen})${value === undefined ? '' : ' > span'}`);
  }

  /** Types a number into a field. */
  async type(name, number) {
    await this.clickOn(`input[name=${name}]`);
    await this.evaluate(`document.querySelector('input[name=${name}]').select()`);
    await this.browser.send('Input.insertText', { text: String(number) });
  }

  /** Moves a slider by keys. */
  async slide(name, steps) {
    await this.evaluate(`document.querySelector('input[name=${name}]').focus()`);
    await this.key(steps > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(steps));
  }

  /** Does something that gives an order, and waits until it is done and everybody has arrived. */
  async ordering(action) {
    await action();
    this.#orders += 1;
    await this.browser.until(`Number(document.body.dataset.orders ?? 0) >= ${this.#orders}`);
    await this.browser.until("document.body.dataset.walk === 'standing'");
    // A slider gives an order for each rest of the keys.
    this.#orders = await this.evaluate('Number(document.body.dataset.orders)');
  }

  /** What the result's card says of a figure. */
  figure(term) {
    return this.evaluate(`[...document.querySelectorAll('#figures dt')]
      .find(({ textContent }) => textContent === '${term}')?.nextSibling.textContent`);
  }

  /** The counts of the legend by their names. */
  legend() {
    return this.evaluate(`Object.fromEntries([...document.querySelectorAll('#legend div')].map((row) =>
      [row.childNodes[1].textContent, Number(row.querySelector('b').textContent.replaceAll(',', ''))]))`);
  }
}
