import { meantHost } from '@imprimitodo/shared/rules/base/parecido'
import { TextButton } from '../button.tsx'

/**
 * Below an e-mail's field: offers the mail host that was probably meant, if the one that was typed looks mistyped.
 * `onCorrect` moves the focus to the field, too: the pressed button goes.
 */
export function MeantHost({ email, onCorrect }: { email: string; onCorrect: (email: string) => void }) {
  const host = meantHost(email)
  return (
    host && (
      <p className="small" role="status">
        ¿Quisiste poner {host}?{' '}
        <TextButton onClick={() => onCorrect(`${email.split('@')[0]?.trim()}@${host}`)}>
          Corregirlo
        </TextButton>
      </p>
    )
  )
}
