type Grecaptcha = {
  ready: (run: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}
declare global {
  interface Window {
    grecaptcha?: Grecaptcha
  }
}

/** Long enough for a slow signal; after that the proof of work is quicker. */
const PATIENCE_MS = 10_000

/**
 * A token of reCAPTCHA v3 for one action, made right before sending: it expires after two minutes. Null if
 * Google does not answer.
 */
export async function recaptchaToken(siteKey: string, action: string): Promise<string | null> {
  try {
    return await Promise.race([execute(siteKey, action), tooLate()])
  } catch (error) {
    console.error('reCAPTCHA no respondió:', error)
    return null
  }
}

async function execute(siteKey: string, action: string): Promise<string> {
  if (!window.grecaptcha) await load(siteKey)
  const { grecaptcha } = window
  if (!grecaptcha) throw new Error('Not loaded')
  await new Promise<void>((resolve) => grecaptcha.ready(resolve))
  return grecaptcha.execute(siteKey, { action })
}

function load(siteKey: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Not loaded'))
    }
    document.head.append(script)
  })
}

const tooLate = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), PATIENCE_MS))
