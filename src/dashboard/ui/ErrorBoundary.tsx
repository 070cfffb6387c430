import { Component } from "react";
import type { ReactNode } from "react";

/** Props of {@link ErrorBoundary}. */
export interface ErrorBoundaryProps {
  /** Shown instead; `retry` renders the children afresh. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps the fall of one panel to that panel. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }));
  }
}
