import type { ComponentProps } from 'react'
import { holdsRangoProblem } from '../../ui/form/rango.tsx'

/** Opens and folds the options of a file, which stand in the element with the id `of`. */
export function Toggle({
  name,
  of,
  isOpen,
  onToggle,
  ...rest
}: { name: string; of: string; isOpen: boolean; onToggle: () => void } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      aria-expanded={isOpen}
      aria-controls={of}
      aria-label={`Opciones de ${name}`}
      onClick={({ currentTarget }) => {
        if (!holdsRangoProblem(currentTarget)) onToggle()
      }}
    />
  )
}
