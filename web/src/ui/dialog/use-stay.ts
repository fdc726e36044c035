import { useEffect } from 'react'

/**
 * While `isOn`: a reload, the closing of the tab and a way to another site are asked about by the browser, and its back
 * button stays on the page. It goes back to a copy of the page's entry of the history, which stays there afterwards:
 * one more press is needed then, but nothing goes back by itself, such as the way to the login of an ended session.
 */
export function useStay(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const stay = () => history.pushState(history.state, '')
    stay()
    window.addEventListener('beforeunload', warn)
    window.addEventListener('popstate', stay)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('popstate', stay)
    }
  }, [isOn])
}
