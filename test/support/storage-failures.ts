const writeThrow = (name: string) => `throw new DOMException('planted', '${name}');`;

/** Scripts that break a browser's storage before the page's own script runs, one for each step that can fail. */
export const storageFailures = {
  'IndexedDB is missing': "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
  'IndexedDB is blocked': `IDBFactory.prototype.open = () => { ${writeThrow('SecurityError')} };`,
  'the database cannot be opened': `
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function () {
      const request = open.call(this, 'broken', Date.now());
      request.addEventListener('upgradeneeded', () => request.transaction.abort());
      return request;
    };`,
  'the database never answers': `
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      return Object.assign(open.apply(this, args), { addEventListener() {} });
    };`,
  'the phone is full': `IDBObjectStore.prototype.add = () => { ${writeThrow('QuotaExceededError')} };`,
  'the phone is full when a message is committed': `
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...args) {
      const request = add.apply(this, args);
      request.addEventListener('success', () => this.transaction.abort());
      return request;
    };`,
  'drafts cannot be written': `
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === 'drafts') { ${writeThrow('QuotaExceededError')} }
      return put.apply(this, args);
    };`,
  'sent messages cannot be deleted': `
    const { delete: original } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = function (...args) {
      if (this.name === 'outbox') { ${writeThrow('UnknownError')} }
      return original.apply(this, args);
    };`,
  'nothing can be read': `IDBIndex.prototype.openCursor = () => { ${writeThrow('UnknownError')} };`,
  'the connection is lost once': `
    const { transaction } = IDBDatabase.prototype;
    const lost = new WeakSet();
    let first;
    IDBDatabase.prototype.transaction = function (...args) {
      first ??= this;
      if (first === this && lost.has(this)) { ${writeThrow('InvalidStateError')} }
      lost.add(this);
      return transaction.apply(this, args);
    };`,
  'the connection is lost every time': `IDBDatabase.prototype.transaction = () => { ${writeThrow('InvalidStateError')} };`,
  'localStorage is blocked': `Object.defineProperty(globalThis, 'localStorage', { get() { ${writeThrow('SecurityError')} } });`,
  'localStorage is full': `Storage.prototype.setItem = () => { ${writeThrow('QuotaExceededError')} };`,
  'cached pages cannot be listed': `CacheStorage.prototype.keys = () => Promise.reject(new Error('planted'));`,
  'cached pages never answer': 'CacheStorage.prototype.keys = () => new Promise(() => {});',
} as const;

/** Private tabs of Safari do this: they store text but no files. */
export const noFilesStored = `
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (...args) {
    if (args[0].fields.some(([, value]) => typeof value !== 'string')) { ${writeThrow('DataCloneError')} }
    return add.apply(this, args);
  };`;
