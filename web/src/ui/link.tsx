import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

/**
 * A link inside the app. React Router's own brings along what it prefetches for its data router, which no page here
 * uses: 2 KB of the first load.
 */
export function Link({
  to,
  replace,
  state,
  target,
  onClick,
  ...rest
}: { to: string; replace?: boolean; state?: unknown } & ComponentProps<'a'>) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** Says so when one is where it leads: there, or below unless `end`. */
export function NavLink({ to, end, ...rest }: { to: string; end?: boolean } & ComponentProps<typeof Link>) {
  const { pathname } = useLocation()
  const [path = ''] = to.split(/[?#]/)
  const isHere = pathname === path || (!end && pathname.startsWith(`${path}/`))
  return <Link aria-current={isHere ? 'page' : undefined} {...rest} to={to} />
}
