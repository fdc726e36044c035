import { type ComponentType, lazy } from 'react'
import { optional } from './optional.ts'

/** React.lazy for what a screen can do without: if it cannot be loaded nothing is shown in its place. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await optional(load).catch((): ComponentType<P> => () => null) }))
