import type { ComponentProps, MouseEvent } from 'react'
import { navigate, usePlace } from './place.ts'

/** A link inside the site. One to where the visitor is goes there again, and the way back does not grow. */
export function Link({
  to,
  replace,
  onClick,
  ...rest
}: { to: string; replace?: boolean } & ComponentProps<'a'>) {
  const { pathname, search, hash } = usePlace()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    navigate(to, { replace: replace ?? to === pathname + search + hash })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** Not one that opens another tab, saves or whatever else the browser makes of it. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

/** Says so when one is where it leads: there, or below unless `end`. */
export function NavLink({ to, end, ...rest }: { to: string; end?: boolean } & ComponentProps<typeof Link>) {
  const { pathname } = usePlace()
  const [path = ''] = to.split(/[?#]/)
  const isHere = pathname === path || (!end && pathname.startsWith(`${path}/`))
  return <Link aria-current={isHere ? 'page' : undefined} {...rest} to={to} />
}
