// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * The colours of a drawing on light or on dark paper. In the light map the good class is the
 * darkest, in the dark map the lightest; neighbouring classes are told apart by their hatch, since
 * colour alone would not do (settles against clamp to clamp is 1.2:1).
 */
public enum Ink {
  LIGHT(0xFFFFFF, 0x1F2328, 0x59636E, 0xEAEEF2, 0xAFB8C1, 0x8C959F, 0x6E4BB5, 0x1A7F5A, 0.18),
  DARK(0x151B23, 0xE6EDF3, 0x9AA5B1, 0x252C35, 0x4A535E, 0x8B949E, 0xB79BF0, 0x4CC38A, 0.22);

  private final Colour paper;
  private final Colour text;
  private final Colour muted;
  private final Colour grid;
  private final Colour axis;
  private final Colour bound;
  private final Colour event;
  private final Colour target;
  private final double bandOpacity;

  Ink(
      int paper,
      int text,
      int muted,
      int grid,
      int axis,
      int bound,
      int event,
      int target,
      double bandOpacity) {
    this.paper = Colour.rgb(paper);
    this.text = Colour.rgb(text);
    this.muted = Colour.rgb(muted);
    this.grid = Colour.rgb(grid);
    this.axis = Colour.rgb(axis);
    this.bound = Colour.rgb(bound);
    this.event = Colour.rgb(event);
    this.target = Colour.rgb(target);
    this.bandOpacity = bandOpacity;
  }

  public Colour paper() {
    return paper;
  }

  public Colour text() {
    return text;
  }

  public Colour muted() {
    return muted;
  }

  Colour grid() {
    return grid;
  }

  Colour axis() {
    return axis;
  }

  Colour bound() {
    return bound;
  }

  Colour event() {
    return event;
  }

  Colour target() {
    return target;
  }

  Colour targetBand() {
    return target.at(bandOpacity);
  }

  /** The colour of a line's role; each is at least 4.5:1 on the paper, for its label too. */
  public Colour line(Look look) {
    boolean light = this == LIGHT;
    return Colour.rgb(
        switch (look) {
          case LATENCY -> light ? 0x1F6FD1 : 0x6CB0FF;
          case RATE -> light ? 0xB4540A : 0xF2A65A;
          case QUEUE -> light ? 0x0B7A83 : 0x4FC3C9;
          case RUNNING -> light ? 0xA2397F : 0xE58AC4;
          case REPLICAS -> light ? 0x2B4799 : 0xA9BCF5;
          case NEED -> light ? 0x7A5C00 : 0xD9C36A;
          case LIMIT -> light ? 0x59636E : 0x9AA5B1;
        });
  }

  /** Fill and hatch of a class. */
  Cloth cover(MapClass.Cover cover) {
    boolean light = this == LIGHT;
    return switch (cover) {
      case SETTLES -> Cloth.plain(light ? 0x2E8F6C : 0x2F9270);
      case RINGS -> Cloth.plain(light ? 0xB4DCC3 : 0x24543F);
      case SLUGGISH ->
          light
              ? new Cloth(0x9CC0E7, 0x6B9BCF, Cloth.Weave.FALLING, 8)
              : new Cloth(0x2D5788, 0x4F80B8, Cloth.Weave.FALLING, 8);
      case LIMIT_CYCLE ->
          light
              ? new Cloth(0xF2BC6B, 0xCF8A24, Cloth.Weave.RISING, 6)
              : new Cloth(0x96631F, 0xC98F3F, Cloth.Weave.RISING, 6);
      case CLAMP_TO_CLAMP ->
          light
              ? new Cloth(0xDB6B57, 0xAE3B2A, Cloth.Weave.RISING, 3.5)
              : new Cloth(0x963F33, 0xCB6455, Cloth.Weave.RISING, 3.5);
      case FLOOR_STUCK ->
          light
              ? new Cloth(0xA98BD3, 0x7B57B3, Cloth.Weave.LEVEL, 4)
              : new Cloth(0x574089, 0x8466C2, Cloth.Weave.LEVEL, 4);
      case DEMAND_LIMITED ->
          light
              ? new Cloth(0xDDE2E7, 0xB9C1C9, Cloth.Weave.UPRIGHT, 8)
              : new Cloth(0x39424C, 0x56616D, Cloth.Weave.UPRIGHT, 8);
      case OVERLOADED ->
          light
              ? new Cloth(0x93302D, 0x63100F, Cloth.Weave.UPRIGHT, 4)
              : new Cloth(0x661F22, 0xA1494B, Cloth.Weave.UPRIGHT, 4);
      case SENSOR_SATURATED ->
          light
              ? new Cloth(0xCDAE90, 0x85592F, Cloth.Weave.DOTS, 6)
              : new Cloth(0x5A412D, 0xB08A66, Cloth.Weave.DOTS, 6);
      case INVALID ->
          light
              ? new Cloth(0xC2C8CF, 0x7E8792, Cloth.Weave.CROSS, 8)
              : new Cloth(0x363E48, 0x7C8691, Cloth.Weave.CROSS, 8);
      case TOO_SHORT ->
          light
              ? new Cloth(0xF1F3F6, 0xBFC7CF, Cloth.Weave.LEVEL, 8)
              : new Cloth(0x1E252D, 0x48525D, Cloth.Weave.LEVEL, 8);
    };
  }

  /** Fill and hatch of a stage of a budget of time. */
  Cloth stage(BudgetFigure.Stage stage) {
    boolean light = this == LIGHT;
    return switch (stage) {
      case SEEING -> Cloth.plain(light ? 0x8DB9EA : 0x2F5F97);
      case DECIDING ->
          light
              ? new Cloth(0xF2BC6B, 0xCF8A24, Cloth.Weave.RISING, 6)
              : new Cloth(0x96631F, 0xC98F3F, Cloth.Weave.RISING, 6);
      case SERVING ->
          light
              ? new Cloth(0xC3CAEA, 0x8492CB, Cloth.Weave.UPRIGHT, 8)
              : new Cloth(0x39447A, 0x6877B8, Cloth.Weave.UPRIGHT, 8);
    };
  }

  /** A value's colour on the one-hue ramp; 0 is least. On dark paper more is lighter. */
  Colour ramp(double fraction) {
    return this == LIGHT
        ? Ramp.at(fraction, 0xEAF2FC, 0x74ABE6, 0x124A8C)
        : Ramp.at(fraction, 0x182A40, 0x2F6BB0, 0xA8D1FF);
  }

  /** Text that can be read on a filled cell: this ink's text or its paper. */
  Colour textOn(Colour fill) {
    return Colour.contrast(text, fill) >= Colour.contrast(paper, fill) ? text : paper;
  }
}
