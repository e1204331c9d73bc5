// A headless Chromium, driven over a pipe by its DevTools protocol: messages of JSON, each ended by a zero byte.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-extensions', '--hide-scrollbars', '--mute-audio',
  '--force-color-profile=srgb', '--disable-lcd-text', '--remote-debugging-pipe',
  'about:blank',
];
/** Milliseconds that the browser may take for one answer. */
const PATIENCE = 60000;

export class Chromium {
  #process;
  #profile;
  #waiting = new Map();
  #next = 1;
  #rest = '';
  #session;
  /** Everything that went wrong in the page: errors on its console, exceptions, files that did not come. */
  complaints = [];

  static async open(program) {
    const browser = new Chromium();
    browser.#profile = await mkdtemp(path.join(tmpdir(), 'phalanx-playground-'));
    const flags = [`--user-data-dir=${browser.#profile}`, ...FLAGS];
    browser.#process = spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const [, , , , answers] = browser.#process.stdio;
    answers.setEncoding('utf8');
    answers.on('data', (text) => browser.#read(text));
    browser.#process.on('exit', () => browser.#fail(new Error('Chromium ended')));
    const { targetId } = await browser.#send('Target.createTarget', { url: 'about:blank' });
    ({ sessionId: browser.#session } = await browser.#send('Target.attachToTarget', { targetId, flatten: true }));
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.send(`${domain}.enable`);
    return browser;
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.on('exit', resolve));
    await this.#send('Browser.close').catch(() => {});
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** One command to the page. */
  send(method, parameters = {}) {
    return this.#send(method, parameters, this.#session);
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page is true. */
  async until(expression, patience = PATIENCE) {
    const end = Date.now() + patience;
    while (!(await this.evaluate(expression))) {
      if (Date.now() > end) throw new Error(`it never came true: ${expression}\n${this.complaints.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  #send(method, params = {}, sessionId = undefined) {
    const id = this.#next;
    this.#next += 1;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE);
      this.#waiting.set(id, { resolve, reject, timer });
    });
  }

  #read(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop();
    for (const message of messages) this.#take(JSON.parse(message));
  }

  #take({ id, result, error, method, params }) {
    if (id !== undefined) {
      const { resolve, reject, timer } = this.#waiting.get(id);
      this.#waiting.delete(id);
      clearTimeout(timer);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else if (method === 'Runtime.exceptionThrown') {
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) {
      this.complaints.push(params.args.map(({ value, description }) => value ?? description).join(' '));
    } else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) {
      this.complaints.push(params.entry.text);
    } else if (method === 'Network.loadingFailed' && !params.canceled) {
      this.complaints.push(`not loaded: ${params.errorText}`);
    }
  }

  #fail(error) {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }
}
