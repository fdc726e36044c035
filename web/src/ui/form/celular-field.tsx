import { digitsOf, spaceCelular } from '@imprimitodo/shared/rules/base/contacto'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Field } from './field.tsx'

/** A mobile number: only digits stay, spaced 2-4-4, and the caret keeps its place among them. */
export function CelularField({
  value,
  onText,
  ref,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'ref'> & {
  value: string
  ref?: (element: HTMLInputElement | null) => void
  onText: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number | null>(null)
  useLayoutEffect(() => {
    const before = digitsBefore.current
    digitsBefore.current = null
    if (before !== null)
      input.current?.setSelectionRange(caretAfter(value, before), caretAfter(value, before))
  }, [value])
  return (
    <Field
      {...rest}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      value={value}
      onChange={({ target }) => {
        digitsBefore.current = digitsOf(target.value.slice(0, target.selectionStart ?? undefined)).length
        onText(spaceCelular(target.value))
      }}
    />
  )
}

/** Where the caret stands after so many digits. */
function caretAfter(text: string, digits: number): number {
  let at = 0
  for (let seen = 0; at < text.length && seen < digits; at++) if (/\d/.test(text.charAt(at))) seen++
  return at
}
