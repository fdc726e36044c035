import { type ComponentType, lazy } from 'react'

let coming = 0

/** A screen whose code is loaded when it is first drawn. */
export const screen = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    coming++
    try {
      return { default: await load() }
    } finally {
      coming--
    }
  })

/** Whether a screen's code is still loading: the page made ahead waits for it. */
export const isScreenComing = (): boolean => coming > 0
