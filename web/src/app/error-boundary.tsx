import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

/**
 * Catches errors of a screen's rendering or loading, and offers to try again. A new `resetKey` (the path)
 * clears it.
 */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey?: string },
  { error: unknown; at: string | undefined }
> {
  state = { error: null, at: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown') }
  }

  static getDerivedStateFromProps(
    { resetKey }: { resetKey?: string },
    { error, at }: { error: unknown; at: string | undefined },
  ) {
    return resetKey === at ? null : { error: at === undefined ? error : null, at: resetKey }
  }

  render() {
    return this.state.error ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
