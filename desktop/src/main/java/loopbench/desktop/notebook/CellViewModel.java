// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import loopbench.desktop.form.ParamsViewModel;
import loopbench.notebook.Cell;
import loopbench.run.CellView;

/** One cell of the page: what the document holds, and how the session sees it. */
public final class CellViewModel {
  private final String id;
  private final ReadOnlyObjectWrapper<Cell> cell = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<Optional<CellView>> view =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<CellFace> face = new ReadOnlyObjectWrapper<>();
  private final ParamsViewModel params;

  CellViewModel(Cell cell, ParamsViewModel params) {
    this.id = cell.id();
    this.cell.set(cell);
    this.face.set(CellFace.of(cell, Optional.empty(), 0));
    this.params = params;
  }

  /** Takes over what has changed; what has not, tells nobody. */
  void show(Cell nowCell, Optional<CellView> nowView, int inQueue) {
    if (!nowCell.equals(cell.get())) {
      cell.set(nowCell);
    }
    if (!nowView.equals(view.get())) {
      view.set(nowView);
    }
    CellFace nowFace = CellFace.of(nowCell, nowView, inQueue);
    if (!nowFace.equals(face.get())) {
      face.set(nowFace);
    }
  }

  public String id() {
    return id;
  }

  /** The cell in the document. */
  public ReadOnlyObjectProperty<Cell> cellProperty() {
    return cell.getReadOnlyProperty();
  }

  public Cell cell() {
    return cell.get();
  }

  /** How the session sees it; empty for texts and for a cell without a text. */
  public ReadOnlyObjectProperty<Optional<CellView>> viewProperty() {
    return view.getReadOnlyProperty();
  }

  public Optional<CellView> view() {
    return view.get();
  }

  /** Its kind, name and state in words. */
  public ReadOnlyObjectProperty<CellFace> faceProperty() {
    return face.getReadOnlyProperty();
  }

  public CellFace face() {
    return face.get();
  }

  /** Whether it has parameters, or had some before its text could not be read any more. */
  public boolean hasParams() {
    return view.get()
        .filter(
            v -> v.kind().equals("params") || (v.kind().isEmpty() && !params.knobs().isEmpty()))
        .isPresent();
  }

  /** Its parameters; without rows unless it is a params cell. */
  public ParamsViewModel params() {
    return params;
  }
}
