import { Component, type ReactNode } from "react";

/** Props of {@link CatchError}. */
export interface CatchErrorProps {
  children: ReactNode;
  /** Called once with what was caught. */
  onCatch: (error: unknown) => void;
}

/** Keeps a failure below it from reaching the host's tree; shows nothing in its place. */
export class CatchError extends Component<CatchErrorProps, { caught: boolean }> {
  override state: { caught: boolean } = { caught: false };
  static getDerivedStateFromError(): { caught: boolean } {
    return { caught: true };
  }
  override componentDidCatch(error: unknown): void {
    this.props.onCatch(error);
  }
  override render(): ReactNode {
    return !this.state.caught && this.props.children;
  }
}
