import { PAGES } from '@imprimitodo/shared/rules/vidriera/ruta'
import { createElement, type ReactNode } from 'react'
import { BrowserRouter, Outlet, type RouteObject, useRoutes } from 'react-router'
import { CustomersOnly, GuestsOnly } from './guards.tsx'
import { Layout } from './layout.tsx'
import { screen } from './screen.ts'
import { SCREENS } from './screens.ts'

const NotFoundPage = screen(async () => (await import('./not-found-page.tsx')).NotFoundPage)

const guarded = (access: 'guests' | 'customers' | undefined, children: ReactNode): ReactNode => {
  if (access === 'guests') return <GuestsOnly>{children}</GuestsOnly>
  return access === 'customers' ? <CustomersOnly>{children}</CustomersOnly> : children
}

/** Case-sensitive like the server: an address in another case does not exist. */
const route = (path: string, element: ReactNode): RouteObject => ({ path, caseSensitive: true, element })

const routesOf = (isBare: boolean): RouteObject[] =>
  PAGES.filter(([, page]) => (page.isBare ?? false) === isBare).map(([ruta, { access, screen: name }]) =>
    route(ruta, guarded(access, createElement(SCREENS[name]))),
  )

const inLayout = (isBare: boolean) => (
  <Layout bare={isBare}>
    <Outlet />
  </Layout>
)

const ROUTES: RouteObject[] = [
  { element: inLayout(true), children: routesOf(true) },
  { element: inLayout(false), children: [...routesOf(false), route('*', <NotFoundPage />)] },
]

export const Router = () => (
  <BrowserRouter>
    <Screens />
  </BrowserRouter>
)

/** The screen for the current address, which is the browser's, or the build's for a page made ahead. */
export const Screens = () => useRoutes(ROUTES)
