import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { IconButton } from '../button.tsx'
import { lazyOptional } from '../state/later.ts'
import { Field } from './field.tsx'

const Strength = lazyOptional(async () => (await import('./strength.tsx')).Strength)

/** A password with its own button to show and hide it; the value stays. `strength` adds the bar for a new one. */
export function PasswordField({
  label,
  strength,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type' | 'inside' | 'below'> & { strength?: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...rest}
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      below={
        // Loaded from the beginning: a late bar would move the parts below under the finger
        strength !== undefined && (
          <Suspense fallback={null}>
            <Strength password={strength} />
          </Suspense>
        )
      }
      inside={
        <IconButton
          quiet
          icon={shown ? EyeOff : Eye}
          // Without the field's own name, which must match the field alone; the title is complete
          label={shown ? 'Ocultar' : 'Mostrar'}
          title={label}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
