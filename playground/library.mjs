// The page's end of the thread on which the library works.

export class Library {
  #worker = new Worker('worker.mjs', { type: 'module' });
  #waiting = new Map();
  #next = 1;

  constructor() {
    this.version = new Promise((resolve, reject) => {
      this.#worker.onerror = (event) => reject(new Error(event.message ?? 'the worker could not be loaded'));
      this.#worker.onmessage = ({ data }) => {
        if (data.ready) resolve(data.ready);
        else this.#settle(data);
      };
    });
  }

  /** @returns {Promise} of what the worker's task of this name gives */
  ask(task, given) {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, task, ...given });
    });
  }

  #settle({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  }
}
