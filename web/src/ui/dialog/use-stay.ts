import { useEffect } from 'react'

/** Called before the router, which would draw the page before at once: browsers ask in the order of registration. */
let onBack: ((event: PopStateEvent) => void) | null = null
if (!import.meta.env.SSR) window.addEventListener('popstate', (event) => onBack?.(event))

/**
 * While `isOn`: a reload, the closing of the tab and a way to another site are asked about by the browser, and its back
 * button stays on the page. It goes back to a copy of the page's entry of the history, which stays there afterwards:
 * one more press is needed then, but nothing goes back by itself, such as the way to the login of an ended session. A
 * second press that comes before the first was answered reaches the page before: from there it goes forward again.
 */
export function useStay(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const { href } = location
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      event.returnValue = true // Chrome before 119 asks by this alone
    }
    const push = () => history.pushState(history.state, '')
    push()
    window.addEventListener('beforeunload', warn)
    onBack = (event) => {
      if (location.href === href) return push()
      event.stopImmediatePropagation()
      history.go(1)
    }
    return () => {
      window.removeEventListener('beforeunload', warn)
      onBack = null
    }
  }, [isOn])
}
