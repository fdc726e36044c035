/** Calls `work` once the browser has nothing better to do, at the latest in `atLastMs`; Safari, which cannot say, in `safariMs`. */
export function whenIdle(
  work: () => void,
  { atLastMs, safariMs }: { atLastMs: number; safariMs: number },
): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: atLastMs })
  else setTimeout(work, safariMs)
}

/** For what nobody waits for. */
export const idle = (): Promise<void> => new Promise((go) => whenIdle(go, { atLastMs: 3000, safariMs: 300 }))
