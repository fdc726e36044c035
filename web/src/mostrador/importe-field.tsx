import type { ComponentProps } from 'react'
import { Field } from '../ui/form/field.tsx'

/** A field for an amount of pesos, which `importe.ts` reads. */
export const ImporteField = (props: ComponentProps<typeof Field>) => (
  <Field inputMode="decimal" autoComplete="off" maxLength={20} {...props} />
)
