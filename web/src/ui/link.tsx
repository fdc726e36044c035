// The router's links and ways, for addresses that there are: another one does not compile.
import type { Address as PageAddress } from '@imprimitodo/shared/rules/ruta'
import type { ComponentProps, ReactNode } from 'react'
import * as router from 'react-router'

/** A page of the customers' site, a screen of the counter, or the page where one is with another query. */
export type Address = PageAddress | `/mostrador${string}` | `?${string}`

/** With an address of ours in the place of any. */
type To<Props> = Omit<Props, 'to'> & { to: Address }

/** One to where the visitor is goes there again, and the way back does not grow. */
export const Link: (props: To<ComponentProps<typeof router.Link>>) => ReactNode = router.Link

/** Says so when one is where it leads: there, or below unless `end`. */
export const NavLink: (props: To<ComponentProps<typeof router.NavLink>>) => ReactNode = router.NavLink

/** Shown where there is nothing to show: leads elsewhere. */
export const Navigate: (props: To<router.NavigateProps>) => ReactNode = router.Navigate

/** The way to another page, for what is done without a link. */
export const useNavigate: () => (to: Address, options?: router.NavigateOptions) => void = router.useNavigate

/** State of a way that changes only what a screen shows: the window stays where it is (app/use-scroll.ts). */
export const STAY = { stay: true }
export const staysOf = (state: Partial<typeof STAY> | null): boolean => state?.stay === true
