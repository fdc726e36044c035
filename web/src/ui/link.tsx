// The router's links and navigation, for existing addresses only: another one does not compile.
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { ComponentProps, ReactNode } from 'react'
import * as router from 'react-router'

/** A page of the customers' site, a screen of the counter, or the present page with another query. */
export type Address = PageAddress | `/mostrador${string}` | `?${string}`

/** The props with an address of ours instead of any string. */
type To<Props> = Omit<Props, 'to'> & { to: Address }

/** A link to the current page opens it again, without a new history entry. */
export const Link: (props: To<ComponentProps<typeof router.Link>>) => ReactNode = router.Link

/** Marks itself as current on the page that it links to, and below it unless `end`. */
export const NavLink: (props: To<ComponentProps<typeof router.NavLink>>) => ReactNode = router.NavLink

/** Rendered instead of a page: navigates elsewhere. */
export const Navigate: (props: To<router.NavigateProps>) => ReactNode = router.Navigate

/** Navigation without a link. */
export const useNavigate: () => (to: Address, options?: router.NavigateOptions) => void = router.useNavigate

/**
 * State of a navigation that changes only what a screen shows: the scroll position stays (app/use-scroll.ts).
 */
export const STAY = { stay: true }
export const staysOf = (state: Partial<typeof STAY> | null): boolean => state?.stay === true
