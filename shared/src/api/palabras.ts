// The messages of schemas that set none of their own.
import * as z from 'zod'

/** zod's own Spanish speaks to programmers, and quotes what it compares. Called once by each program that shows messages. */
export const saySimply = (): void =>
  void z.config({
    localeError: ({ code, input, ...issue }) => {
      if (input === undefined) return 'Falta este dato.'
      const isNumber = typeof input === 'number'
      if (code === 'too_small' && isNumber) return `Tiene que ser ${issue.minimum} o más.`
      if (code === 'too_big' && isNumber) return `Tiene que ser ${issue.maximum} o menos.`
      return 'No es válido.'
    },
  })
