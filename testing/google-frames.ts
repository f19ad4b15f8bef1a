/**
 * Replaces Google's `api.js`, because tests load nothing from Google. It opens the service's frame and carries
 * messages between it and the page. The page, the client, the frame and the window are the real ones.
 */
export const googleFrames = `(() => {
  const handlers = new Map(), waiting = [], answers = new Map();
  const answer = ({ id, type, message }, source) =>
    Promise.resolve(handlers.get(type)(message)).then((given) =>
      source.postMessage({ frames: 'answer', id, given }, '*'));
  addEventListener('message', ({ data, source }) => {
    if (data?.frames === 'answer') answers.get(data.id)?.([data.given]);
    if (data?.frames !== 'call') return;
    if (handlers.has(data.type)) answer(data, source); else waiting.push([data, source]);
  });
  const channel = (target) => ({
    register(type, handler) {
      handlers.set(type, handler);
      for (const [data, source] of waiting.splice(0)) {
        if (data.type === type) answer(data, source); else waiting.push([data, source]);
      }
    },
    send(type, message, done) {
      const id = crypto.randomUUID();
      answers.set(id, done);
      target().postMessage({ frames: 'call', id, type, message }, '*');
    },
    restyle: async () => {},
    ping: async () => {},
  });
  const open = ({ where, url }, opened) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = url;
    frame.onload = () => resolve(opened(channel(() => frame.contentWindow)));
    where.append(frame);
  });
  const context = { open, getParentIframe: () => channel(() => parent) };
  window.gapi = {
    load: (name, { callback }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]?.();
  window.gapi_onload?.();
})()`;
