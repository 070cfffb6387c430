import type { ReactElement } from "react";
import { brands, type Brand, type Scheme } from "./looks.ts";

interface LookControlsProps {
  scheme: Scheme;
  brand: Brand;
  onScheme: (scheme: Scheme) => void;
  onBrand: (brand: Brand) => void;
}

/** Chooses the scheme and the brand colour of the app; the dashboard in it follows. */
export function LookControls({ scheme, brand, onScheme, onBrand }: LookControlsProps): ReactElement {
  return (
    <div className="looks">
      <fieldset className="swatches">
        <legend className="visually-hidden">Brand colour</legend>
        {(Object.keys(brands) as Brand[]).map((name) => (
          <label key={name} title={name}>
            <input type="radio" name="brand" checked={brand === name} onChange={() => onBrand(name)} />
            <span className="swatch" style={{ backgroundColor: brands[name] }} aria-hidden="true" />
            <span className="visually-hidden">{name}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="switch">
        <legend className="visually-hidden">Theme</legend>
        {(["light", "dark"] as const).map((name) => (
          <label key={name}>
            <input type="radio" name="scheme" checked={scheme === name} onChange={() => onScheme(name)} />
            <span>{name === "light" ? "Light" : "Dark"}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
