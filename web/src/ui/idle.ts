/** Once the browser has nothing better to do (at the latest in 3 s); Safari is asked to wait a little instead. */
export const idle = (): Promise<void> =>
  new Promise((go) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => go(), { timeout: 3000 })
    else setTimeout(go, 300)
  })
